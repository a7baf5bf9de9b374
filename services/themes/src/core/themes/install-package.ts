import { themeInvalid } from '../errors.ts'
import type { Ports, ThemeWriter } from '../ports.ts'
import { checkPackage } from './check-package.ts'
import type { FileEntry, ThemeMetadata, ThemeVersion } from './theme.ts'
import type { ThemeError } from './theme-error.ts'
import { themeNameOf } from './theme-name.ts'

/** A valid package that is not installed yet. */
export interface ValidPackage {
  readonly metadata: ThemeMetadata
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly warnings: readonly ThemeError[]
}

/** A package with its check results. */
export interface InspectedPackage {
  /** Defined if and only if there are no errors. */
  readonly good?: ValidPackage
  readonly errors: readonly ThemeError[]
  readonly warnings: readonly ThemeError[]
}

/** Unpacks a package, checks it and renders sample pages. Returns all errors together. */
export async function inspectPackage(
  { packages, trial }: Pick<Ports, 'packages' | 'trial'>,
  zip: Uint8Array,
): Promise<InspectedPackage> {
  const unpacked = await packages.read(zip)
  const { metadata, problems } = checkPackage(unpacked)
  // Drops errors of the trial, which renders sample pages, if unpacking has reported them already. A template
  // that does not parse can only have syntax errors.
  const known = new Set(
    unpacked.problems.map((problem) =>
      placeOf(problem.detail === undefined ? problem : { path: problem.path }),
    ),
  )
  const isNew = (error: ThemeError) => !known.has(placeOf(error)) && !known.has(placeOf({ path: error.path }))
  const tried = unpacked.readable ? (await trial.run(unpacked.files)).filter(isNew) : []
  const errors = [...problems, ...tried]
  const { warnings } = unpacked
  if (!metadata || errors.length > 0) return { errors, warnings }
  return { good: { metadata, files: unpacked.files, warnings }, errors, warnings }
}

const placeOf = ({ path, line }: Pick<ThemeError, 'path' | 'line'>): string => `${path}\n${line ?? ''}`

/** @throws THEME_INVALID that lists all errors */
export async function readPackage(
  ports: Pick<Ports, 'packages' | 'trial'>,
  zip: Uint8Array,
): Promise<ValidPackage> {
  const { good, errors, warnings } = await inspectPackage(ports, zip)
  if (!good) throw themeInvalid(errors, warnings)
  return good
}

/** Reads a bundled package without rendering sample pages. @throws THEME_INVALID that lists all errors */
export async function readOwnPackage(
  { packages }: Pick<Ports, 'packages'>,
  zip: Uint8Array,
): Promise<ValidPackage> {
  const unpacked = await packages.read(zip)
  const { metadata, problems } = checkPackage(unpacked)
  if (!metadata) throw themeInvalid(problems)
  return { metadata, files: unpacked.files, warnings: unpacked.warnings }
}

/** Describes the version that consists of these files. The digest covers all paths and contents. */
export function versionOf(
  sha256: Ports['sha256'],
  { metadata, files }: ValidPackage,
  name = themeNameOf(metadata.title),
): ThemeVersion {
  return { name, version: metadata.version, metadata, ...contentsOf(sha256, files) }
}

/** Lists the files with their hashes, and computes the digest of the list. */
export function contentsOf(
  sha256: Ports['sha256'],
  files: ReadonlyMap<string, Uint8Array>,
): Pick<ThemeVersion, 'digest' | 'files'> {
  const entries: FileEntry[] = [...files]
    .map(([path, bytes]) => ({ path, sha256: sha256(bytes), size: bytes.length }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const listing = entries.map((entry) => `${entry.sha256} ${entry.size} ${entry.path}\n`).join('')
  return { digest: sha256(new TextEncoder().encode(listing)), files: entries }
}

/** Stores the contents, then runs `decide`, which saves the version in one transaction. */
export async function installContents<T>(
  { themes, files }: Pick<Ports, 'themes' | 'files'>,
  good: ValidPackage,
  version: ThemeVersion,
  decide: (tx: ThemeWriter) => Promise<T>,
): Promise<T> {
  await themes.claimFiles([...new Set(version.files.map((entry) => entry.sha256))])
  const queue = [...version.files]
  const putNext = async () => {
    for (let entry = queue.pop(); entry; entry = queue.pop())
      await files.put(entry.sha256, good.files.get(entry.path) as Uint8Array)
  }
  await Promise.all(Array.from({ length: parallelPuts }, putNext))
  return themes.write(decide)
}

const parallelPuts = 8
