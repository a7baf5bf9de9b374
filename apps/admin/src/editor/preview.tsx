import { useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { nonce } from '../nonce.ts'
import { type Previewed, previewBody } from './render.ts'

/** Milliseconds after the last change. */
const patience = 120

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
  readonly shown: Previewed
  /** How far the text is scrolled, 0 to 1. */
  readonly scroll: number
}

/** In a frame in which nothing runs: no script, no form, no way out. */
export function Preview({ shown, scroll }: PreviewProps) {
  const t = useT()
  const isDark = useComputedColorScheme('light') === 'dark'
  const frame = useRef<HTMLIFrameElement>(null)
  const [latest] = useDebouncedValue(shown, patience)
  const html = useMemo(() => previewBody(latest), [latest])
  const document = useMemo(
    () => `<!doctype html><meta charset="utf-8"><title>.</title><style nonce="${nonce}">${style(isDark)}</style><body><main></main></body>`,
    [isDark],
  )
  const fill = useCallback(() => {
    const main = frame.current?.contentDocument?.querySelector('main')
    if (main) main.innerHTML = html
  }, [html])
  useEffect(fill, [fill])
  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement
    if (root) root.scrollTop = scroll * (root.scrollHeight - root.clientHeight)
  }, [scroll])
  return <iframe ref={frame} className="preview" title={t('preview.frame')} sandbox="allow-same-origin" srcDoc={document} onLoad={fill} />
}
