/** A reader in its own thread, so that the writing client does not delay it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Reads {
  /** Milliseconds from the scheduled time of each request to its response, ascending. */
  readonly latencies: readonly number[]
  readonly failed: number
}

interface Work {
  readonly urls: readonly string[]
  readonly perSecond: number
}

/** Requests the URLs alternately at a fixed rate until stopped, without waiting for responses. */
export function startReader(work: Work): { stop(): Promise<Reads> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: work })
  const ended = new Promise<Reads>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  return {
    stop() {
      worker.postMessage('stop')
      return ended
    },
  }
}

async function read({ urls, perSecond }: Work, isStopped: () => boolean): Promise<Reads> {
  const latencies: number[] = []
  let failed = 0
  const request = async (url: string, due: number) => {
    const response = await fetch(url)
    await response.arrayBuffer()
    if (!response.ok) failed += 1
    latencies.push(performance.now() - due)
  }
  // Warms up the client.
  for (const url of urls) await (await fetch(url)).arrayBuffer()
  const running: Promise<void>[] = []
  for (let due = performance.now(), index = 0; !isStopped(); due += 1000 / perSecond, index++) {
    await sleep(Math.max(0, due - performance.now()))
    running.push(request(urls[index % urls.length] ?? '', due))
  }
  await Promise.all(running)
  return { latencies: latencies.sort((a, b) => a - b), failed }
}

if (parentPort) {
  const port = parentPort
  let isStopped = false
  port.once('message', () => {
    isStopped = true
  })
  port.postMessage(await read(workerData as Work, () => isStopped))
}
