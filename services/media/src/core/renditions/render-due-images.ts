import { isAppError } from '@typecase/kernel'
import { renditionsMade } from '../events.ts'
import { blobKey, type MediaFile } from '../files/file.ts'
import { extensionOf } from '../files/naming.ts'
import type { Ports } from '../ports.ts'
import type { RenditionReport, RenditionTask } from './ports.ts'
import { type Rendition, renditionKey, renditionName, renditionWidths } from './rendition.ts'

/** Milliseconds until the claim of a worker expires. Every single rendition takes less time. */
const claimMs = 3 * 60_000
/** Maximum attempts for errors that the image may not have caused. */
export const maxTries = 5
const firstPauseMs = 10_000
/** Milliseconds before a retry while the storage is unavailable. */
const awayPauseMs = 15_000

/** Renders every due file, one at a time, until none is left or the signal aborts. */
export const renderDueImages =
  (ports: Ports) =>
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const now = ports.clock()
      const task = await ports.renditions.claim(now, claimedUntil(now))
      if (!task) return
      await renderImage(ports, task, signal)
    }
  }

const claimedUntil = (now: Date): Date => new Date(now.getTime() + claimMs)

async function renderImage(ports: Ports, task: RenditionTask, signal: AbortSignal): Promise<void> {
  const { renditions, clock } = ports
  const file = await ports.files.get(task.fileId)
  if (!file) return
  const report = (outcome: RenditionReport['outcome'], count = 0, error?: unknown) =>
    ports.onRenditions({
      fileId: file.id,
      outcome,
      count,
      seconds: (clock().getTime() - file.createdAt.getTime()) / 1000,
      error,
    })
  const keys: string[] = []
  let mayHaveRows = false
  try {
    const done = await renderAll(ports, file, keys, {
      signal,
      hold: () => renditions.hold(task, claimedUntil(clock())),
    })
    // If the connection is lost during the commit, the rows may exist.
    mayHaveRows = true
    mayHaveRows = await renditions.finish(task, {
      renditions: done,
      ...(done.length > 0 ? { fact: renditionsMade } : { why: 'none is needed' }),
    })
    if (mayHaveRows) report(done.length > 0 ? 'made' : 'none', done.length)
  } catch (error) {
    report(await retryOrFail(ports, task, error, signal), 0, error)
  } finally {
    if (!mayHaveRows) await Promise.allSettled(keys.map((key) => ports.blobs.remove(key)))
  }
}

async function renderAll(
  { blobs, renderer, newId }: Ports,
  file: MediaFile,
  keys: string[],
  { signal, hold }: { readonly signal: AbortSignal; readonly hold: () => Promise<boolean> },
): Promise<Rendition[]> {
  const attempt = newId()
  const done: Rendition[] = []
  const job = { extension: extensionOf(file.filename), widths: renditionWidths }
  for await (const { bytes, extension, width, height, mimeType } of renderer.render(
    job,
    blobs.read(blobKey(file.id)),
    signal,
  )) {
    const key = renditionKey(file.id, attempt, width, extension)
    keys.push(key)
    const written = await blobs.write(key, singleChunk(bytes), mimeType)
    const filename = renditionName(file.filename, width, extension)
    done.push({ fileId: file.id, filename, width, height, mimeType, ...written, key })
    if (!(await hold())) break
  }
  return done
}

async function* singleChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Decides what to do after a failed attempt. */
async function retryOrFail(
  { renditions, clock }: Ports,
  task: RenditionTask,
  error: unknown,
  signal: AbortSignal,
): Promise<RenditionReport['outcome']> {
  const again = (pauseMs: number, counted: boolean) =>
    renditions.release(task, { at: new Date(clock().getTime() + pauseMs), counted, why: reasonOf(error) })
  if (signal.aborted) {
    await again(0, false)
    return 'again'
  }
  if (isAppError(error) && error.kind === 'unavailable') {
    await again(awayPauseMs, false)
    return 'again'
  }
  const isPermanent = isAppError(error) && error.code === 'IMAGE_NOT_RENDERED'
  if (isPermanent || task.tries >= maxTries) {
    await renditions.finish(task, { renditions: [], why: reasonOf(error) })
    return isPermanent ? 'refused' : 'given up'
  }
  await again(firstPauseMs * 4 ** (task.tries - 1), true)
  return 'again'
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)
