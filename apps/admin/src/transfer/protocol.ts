/** Messages between the web interface and its worker. All values can be structured-cloned. */
import type { ImportProgress, ImportResult, OnExisting, Report, SourceKind } from '@typecase/transfer'
import type { ChosenFile } from '@typecase/transfer/browser'

export interface Source {
  readonly kind: SourceKind
  readonly files: readonly ChosenFile[]
  /** The uploads of WordPress or the content folder of Ghost, if `files` does not contain them. */
  readonly media: readonly ChosenFile[]
}

export interface ImportChoices {
  readonly onExisting: OnExisting
  readonly withSettings: boolean
  readonly withMenu: boolean
  readonly withUsers: boolean
}

/** Data that Typecase cannot store, as lines of JSON. */
export interface UnimportedRecords {
  readonly name: 'comments' | 'members'
  readonly lines: Blob
}

export type Command =
  | { readonly type: 'check'; readonly source: Source }
  | { readonly type: 'import'; readonly choices: ImportChoices }
  /** Without a file, the worker returns the archive as a blob. */
  | { readonly type: 'export'; readonly file?: FileSystemFileHandle | undefined }
  | { readonly type: 'cancel' }

export type WorkerMessage =
  | { readonly type: 'read'; readonly entries: number }
  | { readonly type: 'checked'; readonly report: Report }
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | {
      readonly type: 'imported'
      readonly result: ImportResult
      readonly unimported: readonly UnimportedRecords[]
    }
  | { readonly type: 'exported'; readonly report: Report; readonly blob?: Blob | undefined }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly failure: Failure }

/** An error as a plain value, because a structured clone does not preserve its class. */
export type Failure =
  | { readonly from: 'api'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly from: 'source'; readonly code: string; readonly message: string }
  | { readonly from: 'connection' }
  | { readonly from: 'program'; readonly message: string }
