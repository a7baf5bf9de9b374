/**
 * Reads files of other systems and calls the API in a worker thread, so that the interface stays responsive.
 * The server never parses files of other systems.
 */
import { ApiError, createApiClient } from '@typecase/client'
import {
  createReporter,
  exportEntries,
  messageOf,
  type Prepared,
  prepareImport,
  rewritesLinks,
  runImport,
  TransferError,
  writeArchive,
} from '@typecase/transfer'
import { openFiles, zipSink } from '@typecase/transfer/browser'
import { blobTarget } from './blob-target.ts'
import type { Command, Failure, ImportChoices, Source, UnimportedRecords, WorkerMessage } from './protocol.ts'

/** Minimum milliseconds between two progress messages. */
const progressMs = 100

let prepared: (Prepared & { readonly kind: Source['kind'] }) | undefined
let running = new AbortController()

self.onmessage = ({ data }: MessageEvent<Command>) => {
  if (data.type === 'cancel') return running.abort()
  running = new AbortController()
  run(data, running.signal).catch((error: unknown) =>
    send(running.signal.aborted ? { type: 'cancelled' } : { type: 'failed', failure: failureOf(error) }),
  )
}

const send = (message: WorkerMessage): void => self.postMessage(message)

async function run(command: Exclude<Command, { type: 'cancel' }>, signal: AbortSignal): Promise<void> {
  if (command.type === 'check') await check(command.source, signal)
  else if (command.type === 'import') await importPrepared(command.choices, signal)
  else await exportAll(command.file, signal)
}

async function check({ kind, files, media }: Source, signal: AbortSignal): Promise<void> {
  prepared = undefined
  const tree = await openFiles(files)
  const folder = media.length > 0 ? await openFiles(media) : undefined
  const onEntry = counted(signal)
  const found = await prepareImport({ kind, tree, ...(folder ? { media: folder } : {}), onEntry })
  prepared = { ...found, kind }
  send({ type: 'checked', report: found.report })
}

async function importPrepared(choices: ImportChoices, signal: AbortSignal): Promise<void> {
  if (!prepared) throw new Error('nothing was checked')
  const onProgress = throttled((progress: Parameters<Parameters<typeof runImport>[2]['onProgress']>[0]) =>
    send({ type: 'progress', progress }),
  )
  const result = await runImport(createApiClient({ url: '', signal }), prepared.archive, {
    ...choices,
    keepsRoles: prepared.kind === 'archive',
    rewritesLinks: rewritesLinks(prepared.kind),
    origins: [],
    onProgress,
    signal,
  })
  send({ type: 'imported', result, unimported: await unimportedOf(prepared.archive) })
}

async function unimportedOf(archive: Prepared['archive']): Promise<readonly UnimportedRecords[]> {
  const lines: Record<UnimportedRecords['name'], string[]> = { comments: [], members: [] }
  for await (const { name, record } of archive.entries(['beside']))
    lines[name].push(`${JSON.stringify(record)}\n`)
  return (['comments', 'members'] as const).flatMap((name) =>
    lines[name].length > 0 ? [{ name, lines: new Blob(lines[name], { type: 'application/jsonl' }) }] : [],
  )
}

async function exportAll(file: FileSystemFileHandle | undefined, signal: AbortSignal): Promise<void> {
  const reporter = createReporter()
  const client = createApiClient({ url: '', signal })
  const entries = exportEntries({ url: '', client }, reporter, { signal })
  const memory = file ? undefined : blobTarget()
  const target = (await file?.createWritable()) ?? memory?.stream
  if (!target) throw new Error('there is no target')
  await writeArchive(entries, zipSink(target), reporter, { source: 'typecase', onEntry: counted(signal) })
  send({ type: 'exported', report: reporter.report(), blob: memory?.blob() })
}

/** Reports the number of entries read, and throws when the user cancels. */
function counted(signal: AbortSignal): () => void {
  const report = throttled((entries: number) => send({ type: 'read', entries }))
  let entries = 0
  return () => {
    signal.throwIfAborted()
    report(++entries)
  }
}

function throttled<T>(report: (value: T) => void): (value: T) => void {
  let reportedAt = 0
  return (value) => {
    if (Date.now() - reportedAt < progressMs) return
    reportedAt = Date.now()
    report(value)
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { from: 'api', status: error.status, body: { ...error.body } }
  if (error instanceof TransferError) return { from: 'source', code: error.code, message: error.message }
  // `fetch` throws a TypeError if there is no response. Bugs throw TypeErrors too, with other messages.
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))
    return { from: 'connection' }
  return { from: 'program', message: messageOf(error) }
}
