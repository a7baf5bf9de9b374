import { themeInvalid } from '../errors.ts'
import type { Ports, ThemeWriter } from '../ports.ts'
import { checkPackage } from './check-package.ts'
import type { ThemeFault } from './fault.ts'
import type { FileEntry, ThemeMetadata, ThemeVersion } from './theme.ts'
import { themeNameOf } from './theme-name.ts'

/** A package that was found good, and is not installed yet. */
export interface GoodPackage {
  readonly metadata: ThemeMetadata
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly warnings: readonly ThemeFault[]
}

/** A package that was looked at. */
export interface InspectedPackage {
  /** Set exactly if there are no faults. */
  readonly good?: GoodPackage
  readonly faults: readonly ThemeFault[]
  readonly warnings: readonly ThemeFault[]
}

/** Unpacks, checks and renders sample pages: every fault at once. */
export async function inspectPackage(
  { packages, trial }: Pick<Ports, 'packages' | 'trial'>,
  zip: Uint8Array,
): Promise<InspectedPackage> {
  const unpacked = await packages.read(zip)
  const { metadata, problems } = checkPackage(unpacked)
  // The trial finds the same errors once more; a template that does not parse, or has an error without a line, has no others.
  const known = new Set(
    unpacked.problems.map((problem) =>
      placeOf(problem.detail === undefined ? problem : { path: problem.path }),
    ),
  )
  const isNew = (fault: ThemeFault) => !known.has(placeOf(fault)) && !known.has(placeOf({ path: fault.path }))
  const tried = unpacked.readable ? (await trial.run(unpacked.files)).filter(isNew) : []
  const faults = [...problems, ...tried]
  const { warnings } = unpacked
  if (!metadata || faults.length > 0) return { faults, warnings }
  return { good: { metadata, files: unpacked.files, warnings }, faults, warnings }
}

const placeOf = ({ path, line }: Pick<ThemeFault, 'path' | 'line'>): string => `${path}\n${line ?? ''}`

/** @throws THEME_INVALID with every fault. */
export async function readPackage(
  ports: Pick<Ports, 'packages' | 'trial'>,
  zip: Uint8Array,
): Promise<GoodPackage> {
  const { good, faults, warnings } = await inspectPackage(ports, zip)
  if (!good) throw themeInvalid(faults, warnings)
  return good
}

/** A package that comes with the product, which was tried before it was shipped. @throws THEME_INVALID with every fault. */
export async function readOwnPackage(
  { packages }: Pick<Ports, 'packages'>,
  zip: Uint8Array,
): Promise<GoodPackage> {
  const unpacked = await packages.read(zip)
  const { metadata, problems } = checkPackage(unpacked)
  if (!metadata) throw themeInvalid(problems)
  return { metadata, files: unpacked.files, warnings: unpacked.warnings }
}

/** The version that these files are. The digest covers the paths and contents of all of them. */
export function versionOf(
  sha256: Ports['sha256'],
  { metadata, files }: GoodPackage,
  name = themeNameOf(metadata.title),
): ThemeVersion {
  return { name, version: metadata.version, metadata, ...contentsOf(sha256, files) }
}

/** What these files are kept under. */
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

/**
 * Lays the contents down beside what is installed, then runs `decide`, which swaps in one transaction. When it throws, the contents are
 * left to the sweep.
 */
export async function installAside<T>(
  { themes, files }: Pick<Ports, 'themes' | 'files'>,
  good: GoodPackage,
  version: ThemeVersion,
  decide: (tx: ThemeWriter) => Promise<T>,
): Promise<T> {
  await themes.claimFiles([...new Set(version.files.map((entry) => entry.sha256))])
  const waiting = [...version.files]
  const layDown = async () => {
    for (let entry = waiting.pop(); entry; entry = waiting.pop())
      await files.put(entry.sha256, good.files.get(entry.path) as Uint8Array)
  }
  await Promise.all(Array.from({ length: parallelPuts }, layDown))
  return themes.write(decide)
}

const parallelPuts = 8
