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

/** Options of an import, after the check. */
export function ImportChoices({ isEmpty, onStart, onBack }: ImportChoicesProps) {
  const t = useT()
  const [onExisting, setOnExisting] = useState<OnExisting>('skip')
  const [withSettings, setWithSettings] = useState(true)
  const [withMenu, setWithMenu] = useState(true)
  const [withUsers, setWithUsers] = useState(true)
  return (
    <Card title={t('import.start')}>
      <Stack>
        <ExistingChoice value={onExisting} onChange={setOnExisting} />
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

interface ExistingChoiceProps {
  readonly value: OnExisting
  readonly onChange: (value: OnExisting) => void
}

/** Selects whether existing posts, pages and files are replaced. */
function ExistingChoice({ value, onChange }: ExistingChoiceProps) {
  const t = useT()
  return (
    <Radio.Group
      label={t('import.onExisting')}
      value={value}
      onChange={(picked) => onChange(picked as OnExisting)}
    >
      <Stack gap="xs" mt="xs">
        {(['skip', 'replace'] as const).map((each) => (
          <Radio key={each} value={each} label={t(`import.onExisting.${each}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
