interface Sink {
  write(message: object): boolean
  end(): void
  once(event: 'drain' | 'close' | 'error', listener: () => void): void
  off(event: 'drain' | 'close' | 'error', listener: () => void): void
  destroyed: boolean
}

const wakingEvents = ['drain', 'close', 'error'] as const

/** Sends all requests, no faster than the server reads, and ends the stream. */
export async function sendAll(requests: AsyncIterable<object>, stream: Sink): Promise<void> {
  for await (const request of requests) {
    if (stream.destroyed) return
    if (stream.write(request)) continue
    await new Promise<void>((resolve) => {
      const wake = () => {
        for (const event of wakingEvents) stream.off(event, wake)
        resolve()
      }
      for (const event of wakingEvents) stream.once(event, wake)
    })
  }
  stream.end()
}
