/**
 * The import and the export of this browser tab. They do not belong to a screen, so they continue when the
 * user opens another screen.
 */
import type { ImportProgress, ImportResult, Report } from '@typecase/transfer'
import { sessionEnded } from '../api/client.ts'
import { queryClient } from '../query-client.ts'
import { type Store, store } from '../store.ts'
import { saveFile } from './download.ts'
import type { Command, Failure, ImportChoices, Source, UnimportedRecords, WorkerMessage } from './protocol.ts'

export interface ImportJob {
  readonly step: 'choosing' | 'checking' | 'checked' | 'importing' | 'done'
  readonly source?: Source
  /** Number of entries read so far. */
  readonly entries: number
  readonly report?: Report
  readonly choices?: ImportChoices
  readonly progress?: ImportProgress | undefined
  readonly result?: ImportResult | undefined
  readonly unimported?: readonly UnimportedRecords[]
  readonly failure?: Failure | undefined
}

export interface ExportJob {
  readonly step: 'idle' | 'running' | 'done'
  readonly entries: number
  readonly report?: Report
  readonly failure?: Failure | undefined
}

const noImport: ImportJob = { step: 'choosing', entries: 0 }
export const importJob = store<ImportJob>(noImport)
export const exportJob = store<ExportJob>({ step: 'idle', entries: 0 })

const change = <T extends object>(job: Store<T>, next: Partial<T>): void => job.set({ ...job.get(), ...next })

/** Runs until the import is closed, because the worker holds the entries that it has read. */
let importer: Worker | undefined
let exporter: Worker | undefined

function startWorker(onMessage: (message: WorkerMessage) => void): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => onMessage(data)
  worker.onerror = ({ message }) =>
    onMessage({
      type: 'failed',
      failure: { from: 'program', message: message || 'the worker did not start' },
    })
  return worker
}

const command = (worker: Worker | undefined, message: Command): void => worker?.postMessage(message)

/** Reads the source completely without changing the site. */
export function checkSource(source: Source): void {
  importer?.terminate()
  importer = startWorker(onImport)
  importJob.set({ step: 'checking', source, entries: 0 })
  command(importer, { type: 'check', source })
}

export function startImport(choices: ImportChoices): void {
  const none = { failure: undefined, result: undefined, progress: undefined }
  change(importJob, { step: 'importing', choices, ...none })
  command(importer, { type: 'import', choices })
}

/** Starts the import again with the same choices. */
export function continueImport(): void {
  const { choices } = importJob.get()
  if (choices) startImport(choices)
}

/**
 * Cancels the check or the import. A cancelled import ends with the result so far. Items whose requests were
 * still running are not in that result, and count as unchanged when the import continues.
 */
export function cancelImport(): void {
  if (importJob.get().step === 'checking') closeImport()
  else command(importer, { type: 'cancel' })
}

export function closeImport(): void {
  importer?.terminate()
  importer = undefined
  importJob.set(noImport)
}

function onImport(message: WorkerMessage): void {
  if (message.type === 'read') change(importJob, { entries: message.entries })
  else if (message.type === 'checked') change(importJob, { step: 'checked', report: message.report })
  else if (message.type === 'progress') change(importJob, { progress: message.progress })
  else if (message.type === 'cancelled') closeImport()
  else if (message.type === 'imported') {
    change(importJob, { step: 'done', result: message.result, unimported: message.unimported })
    void queryClient.invalidateQueries()
  } else if (message.type === 'failed') {
    endSession(message.failure)
    const wasImporting = importJob.get().step === 'importing'
    change(importJob, { step: wasImporting ? 'checked' : 'choosing', failure: message.failure })
    if (wasImporting) void queryClient.invalidateQueries()
  }
}

/** Streams the archive into the file. Without a file, collects it in memory and then downloads it. */
export function startExport(file: FileSystemFileHandle | undefined): void {
  exporter?.terminate()
  exporter = startWorker(onExport)
  exportJob.set({ step: 'running', entries: 0 })
  command(exporter, { type: 'export', file })
}

export const cancelExport = (): void => command(exporter, { type: 'cancel' })

function onExport(message: WorkerMessage): void {
  if (message.type === 'read') {
    change(exportJob, { entries: message.entries })
    return
  }
  exporter?.terminate()
  exporter = undefined
  if (message.type === 'exported') {
    change(exportJob, { step: 'done', report: message.report })
    if (message.blob) saveFile(message.blob, archiveName())
  } else if (message.type === 'failed') {
    endSession(message.failure)
    change(exportJob, { step: 'idle', failure: message.failure })
  } else change(exportJob, { step: 'idle' })
}

export const archiveName = (): string => `typecase-${new Date().toISOString().slice(0, 10)}.zip`

/** Warns before the tab is closed, because closing it ends the jobs. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  const isImporting = ['checking', 'importing'].includes(importJob.get().step)
  if (isImporting || exportJob.get().step === 'running') event.preventDefault()
}
addEventListener('beforeunload', warnBeforeLeaving)

function endSession(failure: Failure): void {
  if (failure.from === 'api' && failure.status === 401) sessionEnded.set(true)
}
