/** Manifest of an archive: `typecase.json`. */
import { TransferError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { checked, manifestShape } from './shapes.ts'

/** Increment it when a change prevents older programs from reading new archives. */
export const formatVersion = 1

export const manifestFile = 'typecase.json'

export interface Manifest {
  readonly format: number
  /** Source of the archive: `typecase`, `wordpress`, … */
  readonly source: string
  readonly counts: Readonly<Record<string, number>>
  /** Digest and size by path, sorted by path. */
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>
}

/** @throws TransferError if the text is not a manifest of a supported format */
export function parseManifest(text: string): Manifest {
  const value = parseJson(text, manifestFile)
  const { format } = (value ?? {}) as Partial<Manifest>
  if (typeof format === 'number' && format > formatVersion)
    throw new TransferError(
      'UNKNOWN_FORMAT',
      `the archive has format ${format}; this program reads up to ${formatVersion}: update it`,
    )
  const manifest = checked<Manifest>(value, manifestShape, manifestFile)
  return { ...manifest, counts: manifest.counts ?? {} }
}

/** The file with the revisions of an item. */
export const revisionsOf = (itemFile: string): string => `revisions/${itemFile.replace(/\.md$/, '')}.jsonl`

/** JSON with fixed indentation: equal values with members in the same order have equal bytes. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
