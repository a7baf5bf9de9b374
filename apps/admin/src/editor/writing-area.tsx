import type { EditorView } from '@codemirror/view'
import { Box, Group, Paper, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Kind } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import type { Fields } from './fields.ts'
import { insertUploads } from './insert-uploads.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { Preview } from './preview.tsx'
import { wordCount } from './render.ts'
import { TitleLine } from './title-line.tsx'
import { Toolbar } from './toolbar.tsx'

export type Layout = 'write' | 'split' | 'preview'
/** Words that readers read per minute. */
const readingSpeed = 220

interface WritingAreaProps {
  readonly kind: Kind
  readonly id: string | undefined
  readonly fields: Fields
  readonly layout: Layout
  readonly editor: EditorView | undefined
  readonly onEditor: (view: EditorView | undefined) => void
  readonly onChange: (change: Partial<Fields>) => void
  readonly onImage: () => void
}

export function WritingArea({
  kind,
  id,
  fields,
  layout,
  editor,
  onEditor,
  onChange,
  onImage,
}: WritingAreaProps) {
  const t = useT()
  const [scroll, setScroll] = useState(0)
  return (
    <Paper withBorder className="writing">
      <Box px="lg" pt="md" className="writing-head">
        <TitleLine
          name="title"
          value={fields.title}
          onChange={(title) => onChange({ title })}
          onEnter={() => editor?.focus()}
          autoFocus={fields.title === ''}
        />
        <TitleLine
          name="subtitle"
          value={fields.subtitle}
          onChange={(subtitle) => onChange({ subtitle })}
          onEnter={() => editor?.focus()}
        />
      </Box>
      {layout !== 'preview' && <Toolbar view={editor} onImage={onImage} />}
      <div className={`writing-panes writing-${layout}`}>
        {layout !== 'preview' && (
          <MarkdownEditor
            value={fields.content}
            label={t('editor.content')}
            onChange={(content) => onChange({ content })}
            onView={onEditor}
            onScroll={setScroll}
            onFiles={(view, files, at) => void insertUploads(view, files, at, t)}
          />
        )}
        {layout !== 'write' && (
          <Preview kind={kind} id={id} fields={fields} scroll={scroll} editor={editor} />
        )}
      </div>
      <WordCount text={fields.content} />
    </Paper>
  )
}

/** The number of words of the text, and the time to read it. */
function WordCount({ text }: { readonly text: string }) {
  const t = useT()
  const words = useMemo(() => wordCount(text), [text])
  return (
    <Group justify="space-between" px="lg" py={6} className="writing-foot">
      <Text size="xs" c="dimmed" aria-live="off">
        {t('editor.words', { n: words })}
        {words > 0 && ` · ${t('editor.minutes', { n: Math.max(1, Math.round(words / readingSpeed)) })}`}
      </Text>
    </Group>
  )
}
