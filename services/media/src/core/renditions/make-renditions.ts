import { isAppError } from '@typecase/kernel'
import { renditionsMade } from '../events.ts'
import { blobKey, type MediaFile } from '../files/file.ts'
import { extensionOf } from '../files/naming.ts'
import type { Ports } from '../ports.ts'
import type { RenditionReport, RenditionTask } from './ports.ts'
import { type Rendition, renditionKey, renditionName, renditionWidths } from './rendition.ts'

/** Milliseconds after which a claimer counts as dead; no single rendition takes as long. */
const claimMs = 3 * 60_000
/** Tries of an image that is not to blame, as far as anybody can tell. */
export const maxTries = 5
const firstPauseMs = 10_000
/** Milliseconds until another look when the storage is away. */
const awayPauseMs = 15_000

/**
 * Makes the renditions of every file that is due, one file after the other, until none is or the signal says so. An image
 * that cannot be rendered keeps nothing from being served: it is shown as it is.
 */
export const makeDueRenditions =
  (ports: Ports) =>
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const now = ports.clock()
      const task = await ports.renditions.claim(now, claimedUntil(now))
      if (!task) return
      await make(ports, task, signal)
    }
  }

const claimedUntil = (now: Date): Date => new Date(now.getTime() + claimMs)

async function make(ports: Ports, task: RenditionTask, signal: AbortSignal): Promise<void> {
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
    const made = await renderAll(ports, file, keys, {
      signal,
      hold: () => renditions.hold(task, claimedUntil(clock())),
    })
    // When the database is lost as it commits, the rows may be there all the same.
    mayHaveRows = true
    mayHaveRows = await renditions.finish(task, {
      renditions: made,
      ...(made.length > 0 ? { fact: renditionsMade } : { why: 'none is needed' }),
    })
    if (mayHaveRows) report(made.length > 0 ? 'made' : 'none', made.length)
  } catch (error) {
    report(await putOff(ports, task, error, signal), 0, error)
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
  const made: Rendition[] = []
  const job = { extension: extensionOf(file.filename), widths: renditionWidths }
  for await (const { bytes, extension, width, height, mimeType } of renderer.render(
    job,
    blobs.read(blobKey(file.id)),
    signal,
  )) {
    const key = renditionKey(file.id, attempt, width, extension)
    keys.push(key)
    const kept = await blobs.write(key, once(bytes), mimeType)
    const filename = renditionName(file.filename, width, extension)
    made.push({ fileId: file.id, filename, width, height, mimeType, ...kept, key })
    if (!(await hold())) break
  }
  return made
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** Decides what follows a try that failed. */
async function putOff(
  { renditions, clock }: Ports,
  task: RenditionTask,
  error: unknown,
  signal: AbortSignal,
): Promise<RenditionReport['outcome']> {
  const again = (pauseMs: number, counted: boolean) =>
    renditions.giveBack(task, { at: new Date(clock().getTime() + pauseMs), counted, why: reasonOf(error) })
  if (signal.aborted) {
    await again(0, false)
    return 'again'
  }
  if (isAppError(error) && error.kind === 'unavailable') {
    await again(awayPauseMs, false)
    return 'again'
  }
  const isToBlame = isAppError(error) && error.code === 'IMAGE_NOT_RENDERED'
  if (isToBlame || task.tries >= maxTries) {
    await renditions.finish(task, { renditions: [], why: reasonOf(error) })
    return isToBlame ? 'refused' : 'given up'
  }
  await again(firstPauseMs * 4 ** (task.tries - 1), true)
  return 'again'
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500)
