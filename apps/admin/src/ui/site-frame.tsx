import { useCallback, useEffect, useRef } from 'react'

interface SiteFrameProps {
  /** A whole document. */
  readonly html: string
  readonly title: string
  /** How far the page is scrolled, 0 to 1; by default it stays where the reader has it. */
  readonly scroll?: number | undefined
}

/** A page of the site in a frame whose policy lets none of its scripts and forms run; embedded players of allowed hosts may. */
export function SiteFrame({ html, title, scroll }: SiteFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const fill = useCallback(() => {
    const page = frame.current?.contentDocument
    const view = page?.defaultView as (Window & typeof globalThis) | null | undefined
    // Until its own document is there, the frame has an empty one under the policy of this page.
    if (!page || !view || page.URL === 'about:blank') return
    const top = page.documentElement.scrollTop
    // By the parser of the frame: what is parsed is judged by the policy of the window whose parser it is.
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
