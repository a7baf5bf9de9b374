import { Button, Fieldset, FileButton, Group, Input, Paper, Select, Stack, Text } from '@mantine/core'
import type { SourceKind } from '@typecase/transfer'
import type { ChosenFile } from '@typecase/transfer/browser'
import { type FormEvent, useRef, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { IconFileZip, IconFolder } from '../ui/icons.ts'
import { chosenFiles, nameOf } from './choose.ts'
import type { Source } from './protocol.ts'

const kinds = [
  'wordpress',
  'ghost',
  'hugo',
  'jekyll',
  'eleventy',
  'aether',
  'archive',
] as const satisfies readonly SourceKind[]
const acceptOf = (kind: SourceKind): string =>
  (({ wordpress: '.xml,.zip', ghost: '.json,.zip' }) as Partial<Record<SourceKind, string>>)[kind] ?? '.zip'
/** True for systems whose exports lack media files. */
const isWithoutMedia = (kind: SourceKind): kind is 'wordpress' | 'ghost' =>
  kind === 'wordpress' || kind === 'ghost'

/** Form for choosing the source. */
export function SourceForm({ onCheck }: { readonly onCheck: (source: Source) => void }) {
  const t = useT()
  const [kind, setKind] = useState<SourceKind>('wordpress')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [media, setMedia] = useState<readonly ChosenFile[]>([])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCheck({ kind, files, media: isWithoutMedia(kind) ? media : [] })
  }
  return (
    <Paper withBorder p="lg" maw={680}>
      <form onSubmit={submit}>
        <Stack>
          <Select
            label={t('import.kind')}
            data={kinds.map((value) => ({ value, label: t(`import.kind.${value}`) }))}
            value={kind}
            onChange={(value) => setKind(value as SourceKind)}
            allowDeselect={false}
            maw={320}
          />
          <Chooser
            label={t('import.source')}
            hint={t(`import.hint.${kind}`)}
            accept={acceptOf(kind)}
            buttons={[t('import.file'), t('import.folder')]}
            files={files}
            onChoose={setFiles}
          />
          {isWithoutMedia(kind) && (
            <Chooser
              label={t('import.media')}
              hint={t(`import.mediaHint.${kind}`)}
              accept=".zip"
              buttons={[t('import.mediaFile'), t('import.mediaFolder')]}
              files={media}
              onChoose={setMedia}
            />
          )}
          <Group>
            <Button type="submit" disabled={files.length === 0}>
              {t('import.check')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

interface ChooserProps {
  readonly label: string
  readonly hint: string
  readonly accept: string
  readonly buttons: readonly [file: string, folder: string]
  readonly files: readonly ChosenFile[]
  readonly onChoose: (files: readonly ChosenFile[]) => void
}

function Chooser({ label, hint, accept, buttons, files, onChoose }: ChooserProps) {
  const t = useT()
  return (
    <Fieldset variant="unstyled" legend={label} className="chooser">
      <Input.Description mb={6}>{hint}</Input.Description>
      <Group gap="xs">
        <FileButton accept={accept} onChange={(file) => onChoose(chosenFiles(file ? [file] : []))}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconFileZip size={18} aria-hidden />}>
              {buttons[0]}
            </Button>
          )}
        </FileButton>
        <FolderButton label={buttons[1]} onChoose={onChoose} />
      </Group>
      <Text size="sm" mt={6} c={files.length > 0 ? undefined : 'dimmed'} className="breakable" role="status">
        {files.length > 0
          ? t('import.chosen', { name: nameOf(files), n: files.length })
          : t('import.nothingChosen')}
      </Text>
    </Fieldset>
  )
}

interface FolderButtonProps {
  readonly label: string
  readonly onChoose: (files: readonly ChosenFile[]) => void
}

function FolderButton({ label, onChoose }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          // React has no property for this attribute.
          element?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => onChoose(chosenFiles(currentTarget.files))}
      />
      <Button
        variant="default"
        leftSection={<IconFolder size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
