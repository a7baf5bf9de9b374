import { useDocumentVisibility } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { applySiteEvent, eventNames, type SiteEvent } from './site-events.ts'

/** Milliseconds after which a stream that was refused is asked for again: the user may have too many open. */
const patience = 30_000

/**
 * Whether what happens to the site is told as it happens. While it is not, who shows it must ask. A tab that nobody sees gives its
 * stream back: browsers allow a server few connections at a time, for all tabs together.
 */
export function useSiteEvents(): boolean {
  const client = useQueryClient()
  const isSeen = useDocumentVisibility() === 'visible'
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (!isSeen) return
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      source = new EventSource('/api/static/events')
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // A stream that broke comes back by itself; one that was refused does not.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, patience)
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
  }, [client, isSeen])
  return isLive
}
