import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core'
import type { OnExisting } from '@typecase/transfer'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import type { ImportChoices as Choices } from './protocol.ts'

interface ImportChoicesProps {
  readonly isEmpty: boolean
  readonly onStart: (choices: Choices) => void
  readonly onBack: () => void
}

/** Options of the import. */
export function ImportChoices({ isEmpty, onStart, onBack }: ImportChoicesProps) {
  const t = useT()
  const [onExisting, setOnExisting] = useState<OnExisting>('skip')
  const [withSettings, setWithSettings] = useState(true)
  const [withMenu, setWithMenu] = useState(true)
  const [withUsers, setWithUsers] = useState(true)
  return (
    <Card title={t('import.start')}>
      <Stack>
        <Radio.Group
          label={t('import.onExisting')}
          value={onExisting}
          onChange={(value) => setOnExisting(value as OnExisting)}
        >
          <Stack gap="xs" mt="xs">
            {(['skip', 'replace'] as const).map((value) => (
              <Radio key={value} value={value} label={t(`import.onExisting.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('import.withSettings')}
          checked={withSettings}
          onChange={({ currentTarget }) => setWithSettings(currentTarget.checked)}
        />
        <Checkbox
          label={t('import.withMenu')}
          checked={withMenu}
          onChange={({ currentTarget }) => setWithMenu(currentTarget.checked)}
        />
        <Checkbox
          label={t('import.withUsers')}
          description={t('import.usersHint')}
          checked={withUsers}
          onChange={({ currentTarget }) => setWithUsers(currentTarget.checked)}
        />
        <Group>
          <Button
            disabled={isEmpty}
            onClick={() => onStart({ onExisting, withSettings, withMenu, withUsers })}
          >
            {t('import.start')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('import.again')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
