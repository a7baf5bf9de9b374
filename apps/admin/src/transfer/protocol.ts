/** Messages between the interface and its worker, valid for structured clones. */
import type { ImportProgress, ImportResult, OnExisting, Report, SourceKind } from '@typecase/transfer'
import type { ChosenFile } from '@typecase/transfer/browser'

export interface Source {
  readonly kind: SourceKind
  readonly files: readonly ChosenFile[]
  /** Uploads of WordPress or content folder of Ghost, if not among the files. */
  readonly media: readonly ChosenFile[]
}

export interface ImportChoices {
  readonly onExisting: OnExisting
  readonly withSettings: boolean
  readonly withMenu: boolean
  readonly withUsers: boolean
}

/** Data without a counterpart in Typecase, as lines of JSON. */
export interface Beside {
  readonly name: 'comments' | 'members'
  readonly lines: Blob
}

export type Command =
  | { readonly type: 'check'; readonly source: Source }
  | { readonly type: 'import'; readonly choices: ImportChoices }
  /** Without a file the archive is returned as a blob. */
  | { readonly type: 'export'; readonly file?: FileSystemFileHandle | undefined }
  | { readonly type: 'cancel' }

export type WorkerMessage =
  | { readonly type: 'read'; readonly entries: number }
  | { readonly type: 'checked'; readonly report: Report }
  | { readonly type: 'progress'; readonly progress: ImportProgress }
  | { readonly type: 'imported'; readonly result: ImportResult; readonly beside: readonly Beside[] }
  | { readonly type: 'exported'; readonly report: Report; readonly blob?: Blob | undefined }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly failure: Failure }

/** Errors lose their class in a structured clone. */
export type Failure =
  | { readonly of: 'api'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly of: 'source'; readonly code: string; readonly message: string }
  | { readonly of: 'connection' }
  | { readonly of: 'program'; readonly message: string }
