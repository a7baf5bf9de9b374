import type { EditorView } from '@codemirror/view'
import { Alert, Text, useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../api/client.ts'
import { previewQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { SiteFrame } from '../ui/site-frame.tsx'
import { entryOf, type Fields } from './fields.ts'
import { RemovedHtmlList } from './removed-html.tsx'
import { previewBody } from './render.ts'

/** Milliseconds after the last change until the preview is rendered. */
const debounceMs = 250

const style = (isDark: boolean) => `
:root { color-scheme: ${isDark ? 'dark' : 'light'}; }
body { font: 17px/1.7 Georgia, 'Iowan Old Style', 'Noto Serif', serif; margin: 0 auto; max-width: 42rem; padding: 1.5rem 1.5rem 40vh; overflow-wrap: break-word; }
h1, h2, h3, h4 { font-family: system-ui, sans-serif; line-height: 1.25; margin: 2em 0 .6em; } h1 { font-size: 2rem; margin-top: 0; }
.subtitle { font-size: 1.2rem; opacity: .75; margin-top: -.6rem; }
img, video, iframe { max-width: 100%; height: auto; border-radius: 6px; } .featured { width: 100%; }
a { color: ${isDark ? '#5fba8c' : '#17754a'}; } blockquote { border-left: 3px solid #8886; margin-left: 0; padding-left: 1rem; opacity: .85; }
pre, code { font: .9em/1.5 ui-monospace, monospace; background: #8882; border-radius: 4px; } code { padding: .1em .3em; } pre { padding: 1rem; overflow: auto; } pre code { background: none; padding: 0; }
table { border-collapse: collapse; display: block; overflow: auto; } th, td { border: 1px solid #8885; padding: .4rem .7rem; } hr { border: 0; border-top: 1px solid #8885; margin: 2rem 0; }`

interface PreviewProps {
  readonly kind: Kind
  /** Id of the stored item. */
  readonly id: string | undefined
  readonly fields: Fields
  /** Scroll position of the text, 0 to 1. */
  readonly scroll: number
  readonly editor: EditorView | undefined
}

/** Shows the page as on the site, or plain rendered Markdown if the server cannot be reached. */
export function Preview({ kind, id, fields, scroll, editor }: PreviewProps) {
  const t = useT()
  const [written] = useDebouncedValue(fields, debounceMs)
  const { data, error } = useQuery(previewQuery(entryOf(kind, id, written)))
  const broken = error instanceof ApiError && error.code === 'PREVIEW_FAILED' ? error : undefined
  const isPlain = !data || (error && !broken)
  return (
    <div className="preview-pane">
      {broken && (
        <Alert color="red" variant="light" radius={0} role="status">
          {t('preview.broken', { reason: messageOf(broken) })}
        </Alert>
      )}
      <RemovedHtmlList removed={data?.removed ?? []} editor={editor} />
      {isPlain ? (
        <PlainText fields={fields} scroll={scroll} />
      ) : (
        <SiteFrame html={data.html} title={t('preview.frame')} scroll={scroll} />
      )}
      <Text size="xs" c="dimmed" px="lg" py={4}>
        {isPlain ? t('preview.plain') : t('preview.note')}
      </Text>
    </div>
  )
}

/** Message of an error in the theme, with the template and the line. */
function messageOf({ message, body }: ApiError): string {
  const [templateError] = (body.faults ?? []) as readonly {
    readonly template?: string
    readonly line?: number
  }[]
  return templateError?.template
    ? `${message} (${[templateError.template, templateError.line].filter(Boolean).join(':')})`
    : message
}

function PlainText({ fields, scroll }: Pick<PreviewProps, 'fields' | 'scroll'>) {
  const t = useT()
  const isDark = useComputedColorScheme('light') === 'dark'
  const [{ title, subtitle, featuredImage, content }] = useDebouncedValue(fields, debounceMs)
  const html = useMemo(() => {
    const body = previewBody({ title, subtitle, image: featuredImage?.url ?? '', content })
    return `<!doctype html><title>.</title><style>${style(isDark)}</style><body><main>${body}</main></body>`
  }, [title, subtitle, featuredImage, content, isDark])
  return <SiteFrame html={html} title={t('preview.frame')} scroll={scroll} />
}
