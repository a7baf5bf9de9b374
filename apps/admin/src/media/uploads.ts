/**
 * Uploads in progress. They do not belong to a screen, so they continue when the author opens another screen.
 */
import { queryClient } from '../query-client.ts'
import { randomId } from '../random-id.ts'
import { store } from '../store.ts'
import { uploadFile } from './upload-file.ts'

export interface Upload {
  readonly key: string
  readonly file: File
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  /** 0 to 1. */
  readonly share: number
  readonly error?: unknown
}

export interface UploadProgress {
  readonly total: number
  readonly done: number
  readonly failed: readonly Upload[]
  readonly isRunning: boolean
  /** Share of the bytes that were sent, 0 to 1. Failed files count as sent. */
  readonly share: number
}

/** Maximum concurrent uploads. The server would queue further uploads. */
const concurrency = 3
/** Media lists are reloaded after this many files, and after the last file. */
const filesBetweenReads = 10

export const uploads = store<readonly Upload[]>([])
const controllers = new Map<string, AbortController>()

const isEnded = ({ state }: Upload): boolean => state === 'done' || state === 'failed'

export function progressOf(all: readonly Upload[]): UploadProgress {
  const sizeOf = ({ file }: Upload) => Math.max(file.size, 1)
  const bytes = all.reduce((sum, upload) => sum + sizeOf(upload), 0)
  const sent = all.reduce((sum, upload) => sum + sizeOf(upload) * (isEnded(upload) ? 1 : upload.share), 0)
  return {
    total: all.length,
    done: all.filter(({ state }) => state === 'done').length,
    failed: all.filter(({ state }) => state === 'failed'),
    isRunning: !all.every(isEnded),
    share: bytes === 0 ? 0 : sent / bytes,
  }
}

/** Adds files to the uploads. If no upload is running, first removes the finished ones from the list. */
export function startUploads(files: readonly File[]): void {
  const before = uploads.get()
  const kept = before.every(isEnded) ? before.filter(({ state }) => state === 'failed') : before
  const added = files.map((file) => ({ key: randomId(), file, state: 'queued', share: 0 }) as const)
  uploads.set([...kept, ...added])
  startNext()
}

/** Retries the failed file with that key; without a key, all failed files. */
export function retryUploads(key?: string): void {
  uploads.set(
    uploads
      .get()
      .map((upload) =>
        upload.state === 'failed' && (key === undefined || upload.key === key)
          ? { key: upload.key, file: upload.file, state: 'queued', share: 0 }
          : upload,
      ),
  )
  startNext()
}

/** Cancels running and queued uploads, and keeps finished ones in the list. */
export function cancelUploads(): void {
  uploads.set(uploads.get().filter(isEnded))
  for (const controller of controllers.values()) controller.abort()
}

export const clearUploads = (): void => uploads.set(uploads.get().filter((upload) => !isEnded(upload)))

const change = (key: string, next: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, ...next } : upload)))

function startNext(): void {
  while (controllers.size < concurrency) {
    const next = uploads.get().find(({ state }) => state === 'queued')
    if (!next) return
    void send(next)
  }
}

async function send({ key, file }: Upload): Promise<void> {
  const controller = new AbortController()
  controllers.set(key, controller)
  change(key, { state: 'running' })
  let isStored = false
  try {
    await uploadFile(file, { signal: controller.signal, progress: (share) => change(key, { share }) })
    isStored = true
    change(key, { state: 'done', share: 1 })
  } catch (error) {
    if (!controller.signal.aborted) change(key, { state: 'failed', error })
  }
  controllers.delete(key)
  const { done, isRunning } = progressOf(uploads.get())
  if (!isRunning || (isStored && done % filesBetweenReads === 0))
    void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
  startNext()
}
