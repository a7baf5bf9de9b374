import { useCallback, useEffect, useRef } from 'react'

interface SiteFrameProps {
  /** A whole document. */
  readonly html: string
  readonly title: string
  /** How far the page is scrolled, 0 to 1; by default it stays where the reader has it. */
  readonly scroll?: number | undefined
}

/** A page of the site in a frame in which nothing runs: no script, no form, no way out. */
export function SiteFrame({ html, title, scroll }: SiteFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const fill = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page) return
    const top = page.documentElement.scrollTop
    const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
    page.replaceChild(page.adoptNode(documentElement), page.documentElement)
    page.documentElement.scrollTop = top
    page.onclick = (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault()
    }
  }, [html])
  useEffect(fill, [fill])
  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement
    if (root && scroll !== undefined) root.scrollTop = scroll * (root.scrollHeight - root.clientHeight)
  }, [scroll])
  return <iframe ref={frame} className="preview" title={title} sandbox="allow-same-origin" src="/admin/preview-frame" onLoad={fill} />
}
