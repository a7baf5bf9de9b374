import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { languages, setLanguage, useLanguage, useT } from '../i18n/i18n.ts'
import { logOut, useMe } from '../session/session.ts'
import {
  IconCheck,
  IconDeviceDesktop,
  IconKey,
  IconLogout,
  IconMoon,
  IconPencil,
  IconSun,
} from '../ui/icons.ts'
import { useAction } from '../ui/use-action.ts'
import { ProfileDialog } from '../users/profile-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const schemes = [
  { value: 'light', label: 'shell.light', icon: IconSun },
  { value: 'dark', label: 'shell.dark', icon: IconMoon },
  { value: 'auto', label: 'shell.auto', icon: IconDeviceDesktop },
] as const satisfies readonly { value: MantineColorScheme; label: string; icon: unknown }[]

export function AccountMenu() {
  const t = useT()
  const me = useMe()
  const [isChanging, password] = useDisclosure(false)
  const [isDescribing, profile] = useDisclosure(false)
  const leave = useAction(logOut)
  return (
    <>
      <Menu position="bottom-end" width={220} withinPortal>
        <Menu.Target>
          <UnstyledButton>
            <VisuallyHidden>{t('shell.account', { name: me.username })}</VisuallyHidden>
            <Avatar color="brandGreen" variant="filled" radius="xl" size={34} aria-hidden>
              {me.username.slice(0, 2).toUpperCase()}
            </Avatar>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text fw={600} c="var(--mantine-color-text)" truncate>
              {me.username}
            </Text>
            {t(`shell.role.${me.role}`)}
          </Menu.Label>
          <Menu.Divider />
          <ColorSchemeItems />
          <Menu.Divider />
          <LanguageItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={profile.open}>
            {t('profile.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={password.open}>
            {t('shell.password')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate()}>
            {t('shell.logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDescribing && <ProfileDialog onClose={profile.close} />}
      {isChanging && <PasswordDialog onClose={password.close} />}
    </>
  )
}

function ColorSchemeItems() {
  const t = useT()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{t('shell.theme')}</Menu.Label>
      {schemes.map(({ value, label, icon: Icon }) => (
        <Menu.Item
          key={value}
          onClick={() => setColorScheme(value)}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={colorScheme === value && <IconCheck size={14} aria-hidden />}
        >
          {t(label)}
        </Menu.Item>
      ))}
    </>
  )
}

function LanguageItems() {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <Menu.Label>{t('shell.language')}</Menu.Label>
      {languages.map(({ code, name }) => (
        <Menu.Item
          key={code}
          lang={code}
          onClick={() => setLanguage(code)}
          rightSection={language === code && <IconCheck size={14} aria-hidden />}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
