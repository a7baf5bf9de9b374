/**
 * Renders one image in a process of its own, without environment and without the right to write or to start anything, and
 * behind everything else that wants the processor. What an image does to a decoder stays here.
 */
import { getPriority, setPriority } from 'node:os'
import { renderImage } from './render-image.ts'
import type { FromRenderer, ToRenderer } from './render-protocol.ts'

const behindOthers = 10
const watchEveryMs = 20

let begin: Extract<ToRenderer, { kind: 'begin' }> | undefined
const chunks: Uint8Array[] = []
let taken: () => void = () => undefined

process.on('message', (message: ToRenderer) => {
  if (message.kind === 'begin') {
    begin = message
    watchMemory(message.memoryMiB)
  } else if (message.kind === 'chunk') chunks.push(message.bytes)
  else if (message.kind === 'next') taken()
  else if (begin) void render(begin, Buffer.concat(chunks.splice(0)))
})
process.on('disconnect', () => process.exit())
// One that is further behind already may not come forward.
setPriority(Math.max(getPriority(), behindOthers))

async function render(job: Extract<ToRenderer, { kind: 'begin' }>, bytes: Uint8Array): Promise<void> {
  try {
    for await (const image of renderImage(job, bytes)) {
      const next = new Promise<void>((resolve) => {
        taken = resolve
      })
      await tell({ kind: 'image', ...image })
      await next
    }
    await tell({ kind: 'done' })
  } catch (error) {
    await tell({ kind: 'refused', why: error instanceof Error ? error.message : String(error) })
  }
}

/** Decoders take memory that no limit of the engine knows; they work on other threads, so that this one can look. */
function watchMemory(limitMiB: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() <= limitMiB * 1024 * 1024) return
    void tell({ kind: 'refused', why: `takes more than ${limitMiB} MiB of memory` }).finally(() =>
      process.exit(1),
    )
  }, watchEveryMs)
}

const tell = (message: FromRenderer): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve())
  })
