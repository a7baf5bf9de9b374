/** One file of a version. Its bytes lie under the hash of their content. */
export interface FileEntry {
  readonly path: string
  /** Hex. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** The fields of theme.json that the product reads; any other field is kept beside them. */
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

/** A state of a theme that never changes: `digest` stands for exactly these files. */
export interface ThemeVersion {
  readonly name: string
  readonly version: string
  /** SHA-256 over the paths and contents of all files, hex. */
  readonly digest: string
  readonly metadata: ThemeMetadata
  /** By path. */
  readonly files: readonly FileEntry[]
}

export interface InstalledTheme {
  readonly name: string
  /** Came with the product. */
  readonly bundled: boolean
  readonly current: ThemeVersion
  /** What the current version replaced; a rollback brings it back. */
  readonly previous?: ThemeVersion | undefined
}

/** A theme with the answer to the question whether the site uses it. */
export interface ListedTheme extends InstalledTheme {
  readonly active: boolean
}

/** A piece of a file; pieces of one file follow each other. An empty file is one empty piece. */
export interface FilePiece {
  readonly path: string
  readonly chunk: Uint8Array
}
