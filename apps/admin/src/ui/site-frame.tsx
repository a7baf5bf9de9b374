import { useCallback, useEffect, useRef } from 'react'

interface SiteFrameProps {
  /** A complete HTML document. */
  readonly html: string
  readonly title: string
  /** Scroll position, 0 to 1; undefined leaves scrolling to the reader. */
  readonly scroll?: number | undefined
}

/**
 * Shows a page of the site in a frame. The frame's CSP blocks the page's own scripts and forms. The attribute
 * `sandbox` allows scripts, because embedded players of allowed hosts need them.
 */
export function SiteFrame({ html, title, scroll }: SiteFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const fill = useCallback(() => {
    const page = frame.current?.contentDocument
    const view = page?.defaultView as (Window & typeof globalThis) | null | undefined
    // Until the frame has loaded, its document is empty and has the CSP of this page.
    if (!page || !view || page.URL === 'about:blank') return
    const top = page.documentElement.scrollTop
    // Uses the frame's DOMParser, because the CSP of the parser's window applies to the parsed document.
    const { documentElement } = new view.DOMParser().parseFromString(html, 'text/html')
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
  return (
    <iframe
      ref={frame}
      className="preview"
      title={title}
      sandbox="allow-same-origin allow-scripts"
      src="/admin/preview-frame"
      onLoad={fill}
    />
  )
}
