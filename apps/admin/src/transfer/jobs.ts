/** Import and export of this browser tab, independent of screens, so that they continue on other screens. */
import type { ImportProgress, ImportResult, Report } from '@typecase/transfer'
import { sessionEnded } from '../api/client.ts'
import { queryClient } from '../query-client.ts'
import { type Store, store } from '../store.ts'
import { saveFile } from './download.ts'
import type { Beside, Command, Failure, ImportChoices, Source, WorkerMessage } from './protocol.ts'

export interface ImportJob {
  readonly step: 'choosing' | 'checking' | 'checked' | 'importing' | 'done'
  readonly source?: Source
  /** Number of entries read. */
  readonly entries: number
  readonly report?: Report
  readonly choices?: ImportChoices
  readonly progress?: ImportProgress | undefined
  readonly result?: ImportResult | undefined
  readonly beside?: readonly Beside[]
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

/** Lives as long as its job, because it holds the read data. */
let importer: Worker | undefined
let exporter: Worker | undefined

function startWorker(onMessage: (message: WorkerMessage) => void): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => onMessage(data)
  worker.onerror = ({ message }) =>
    onMessage({ type: 'failed', failure: { of: 'program', message: message || 'the worker did not start' } })
  return worker
}

const command = (worker: Worker | undefined, given: Command): void => worker?.postMessage(given)

/** Reads the source completely and changes nothing. */
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

/** Continues a cancelled import. */
export function continueImport(): void {
  const { choices } = importJob.get()
  if (choices) startImport(choices)
}

/**
 * Cancels an import with the result so far, without entries of running requests, which a continued import
 * finds. While files are read there is no result to wait for.
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
    change(importJob, { step: 'done', result: message.result, beside: message.beside })
    void queryClient.invalidateQueries()
  } else if (message.type === 'failed') {
    endSession(message.failure)
    const wasImporting = importJob.get().step === 'importing'
    change(importJob, { step: wasImporting ? 'checked' : 'choosing', failure: message.failure })
    if (wasImporting) void queryClient.invalidateQueries()
  }
}

/** Streams the archive into the file, if given. */
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

/** Warns that closing the tab ends the jobs. */
function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  const isImporting = ['checking', 'importing'].includes(importJob.get().step)
  if (isImporting || exportJob.get().step === 'running') event.preventDefault()
}
addEventListener('beforeunload', warnBeforeLeaving)

function endSession(failure: Failure): void {
  if (failure.of === 'api' && failure.status === 401) sessionEnded.set(true)
}
