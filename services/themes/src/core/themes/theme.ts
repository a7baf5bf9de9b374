/** One file of a version; its content is stored under its hash. */
export interface FileEntry {
  readonly path: string
  /** Hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** Fields of theme.json that the product reads; other fields stay. */
export interface ThemeMetadata {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly author: string
  readonly authorUrl?: string
  readonly tags?: readonly string[]
  readonly license?: string
  readonly features?: readonly string[]
  readonly screenshot?: string
  readonly colors?: readonly string[]
  readonly [more: string]: unknown
}

/** An immutable version of a theme. `digest` identifies its files. */
export interface ThemeVersion {
  readonly name: string
  readonly version: string
  /** SHA-256 over the paths and contents of all files, hex. */
  readonly digest: string
  readonly metadata: ThemeMetadata
  /** Sorted by path. */
  readonly files: readonly FileEntry[]
}

export interface InstalledTheme {
  readonly name: string
  /** True for a theme that ships with the product. */
  readonly bundled: boolean
  readonly current: ThemeVersion
  /** The version that a rollback restores. */
  readonly previous?: ThemeVersion | undefined
}

/** A theme, and whether it is active. */
export interface ListedTheme extends InstalledTheme {
  readonly active: boolean
}

/** A chunk of a file; the chunks of one file are consecutive. An empty file has one empty chunk. */
export interface FilePiece {
  readonly path: string
  readonly chunk: Uint8Array
}
