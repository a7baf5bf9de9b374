/** Limits that prevent hostile input from filling memory or disk. */
export interface Limits {
  /** Maximum files of a folder or ZIP. */
  readonly files: number
  /** Bytes of one Markdown, JSON or front matter file. */
  readonly textBytes: number
  /** Bytes of one media file. */
  readonly mediaBytes: number
  /** Bytes of all files of a ZIP together, unpacked. */
  readonly unpackedBytes: number
  /** Unpacked bytes per packed byte of one ZIP entry, for entries above 1 MiB. */
  readonly ratio: number
  /** Bytes of an XML or JSON export. */
  readonly exportBytes: number
  /** Characters of one text or attribute of an XML export. */
  readonly xmlText: number
}

const mebibyte = 2 ** 20

export const defaultLimits: Limits = {
  files: 500_000,
  textBytes: 16 * mebibyte,
  mediaBytes: 512 * mebibyte,
  unpackedBytes: 64 * 1024 * mebibyte,
  ratio: 200,
  exportBytes: 4 * 1024 * mebibyte,
  xmlText: 16 * mebibyte,
}
