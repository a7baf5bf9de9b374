import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { applySiteEvent, eventNames, type SiteEvent } from './site-events.ts'

/** Milliseconds to wait after the server rejects a stream, for example because the user has too many. */
const retryMs = 30_000

/**
 * Opens the event stream. Returns true while it is open; otherwise screens must poll. A hidden tab closes its
 * stream, because all tabs of a browser share a limit of connections per server.
 */
export function useSiteEvents(): boolean {
  const client = useQueryClient()
  const isVisible = useDocumentVisibility() === 'visible'
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!isVisible) return
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource('/api/static/events')
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // Browsers reconnect broken streams, but not rejected ones.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
      }
      for (const name of eventNames)
        source.addEventListener(name, ({ data }: MessageEvent<string>) =>
          applySiteEvent(client, { name, data: JSON.parse(data) } as SiteEvent),
        )
    }
    open()
    return () => {
      clearTimeout(retry)
      source.close()
      setLive(false)
    }
  }, [client, isVisible])
  return isLive
}
