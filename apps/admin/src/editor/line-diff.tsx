import { Box, Code, Text } from '@mantine/core'
import type { LinePart } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

/** Number of unchanged lines shown before and after a change. */
const around = 2

/** Removed and added lines with a few lines of context. */
export function LineDiff({ parts, label }: { readonly parts: readonly LinePart[]; readonly label: string }) {
  const t = useT()
  return (
    <Box component="section" className="line-diff" tabIndex={0} aria-label={label}>
      {parts.map((part, index) => {
        // A part has no other identity than its position.
        const key = `${index} ${part.kind}`
        if (part.kind === 'removed') return <del key={key}>{part.text}</del>
        if (part.kind === 'added') return <ins key={key}>{part.text}</ins>
        const lines = part.text.replace(/\n$/, '').split('\n')
        if (lines.length <= 2 * around + 1) return <Code key={key}>{part.text}</Code>
        const first = index === 0 ? [] : lines.slice(0, around)
        const last = index === parts.length - 1 ? [] : lines.slice(-around)
        return (
          <div key={key}>
            {first.length > 0 && <Code>{first.join('\n')}</Code>}
            <Text size="xs" c="dimmed" px="xs" py={4}>
              {t('revisions.unchanged', { n: lines.length - first.length - last.length })}
            </Text>
            {last.length > 0 && <Code>{last.join('\n')}</Code>}
          </div>
        )
      })}
    </Box>
  )
}
