/**
 * Imports sites (source -> archive -> server) and exports them (server -> archive). Runs in the client, never
 * in a service.
 */
export { type Prepared, prepareImport } from './archive/in-memory.ts'
export type { Manifest } from './archive/manifest.ts'
export { type Archive, openArchive } from './archive/read.ts'
export type { Sink } from './archive/sink.ts'
export { writeArchive } from './archive/write.ts'
export { type ByteStream, bytesOf, collect, textOf } from './bytes.ts'
export { type Conversion, type Converted, convert } from './convert.ts'
export { messageOf, TransferError, type TransferErrorCode } from './errors.ts'
export { readMatter, writeMatter } from './front-matter.ts'
export type { ImportOptions } from './importers/importer.ts'
export { rewritesLinks, type SourceKind, sourceKinds } from './importers/index.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type * from './model.ts'
export { type Connection, exportEntries } from './operations/export-entries.ts'
export type { Failure, ImportResult } from './operations/import-result.ts'
export { type ImportProgress, type RunOptions, runImport } from './operations/run-import.ts'
export { uploadFile } from './operations/upload.ts'
export type { OnExisting } from './operations/write-items.ts'
export { createReporter, type Note, type NoteGroup, type Report, type Reporter } from './report.ts'
export type { Tree } from './source/tree.ts'
