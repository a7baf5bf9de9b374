/**
 * Unpacks an untrusted ZIP (contract.md#theme-package-limits). adm-zip reads the central directory. Limits
 * apply to the inflated bytes, not to the sizes that the archive states.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import AdmZip from 'adm-zip'
import type { PackageLimits } from '../../core/themes/limits.ts'
import type { ThemeError } from '../../core/themes/theme-error.ts'
import { collisionKey, enclosingFolder, foldersOf, isJunk, pathError } from './entry-path.ts'

export interface UnpackedZip {
  readonly readable: boolean
  readonly files: ReadonlyMap<string, Buffer>
  readonly folders: ReadonlySet<string>
  readonly problems: readonly ThemeError[]
}

/** An entry of the central directory. */
interface Entry {
  readonly name: string
  readonly zipEntry: AdmZip.IZipEntry
  readonly isFolder: boolean
}

/** Reports all errors of names and headers together. Inflates only archives without such errors. */
export function unpackZip(zip: Buffer, limits: PackageLimits): UnpackedZip {
  try {
    const entries = readEntries(zip, limits)
    const errors = [
      ...entries.flatMap((entry) => headerErrors(entry, zip)),
      ...collisions(entries),
      ...overlaps(entries, zip),
    ]
    if (errors.length > 0) return unreadable(errors.slice(0, 100))
    const wanted = entries.filter(({ name }) => !isJunk(name))
    const top = enclosingFolder(wanted.map(({ name }) => name))
    const files = inflateAll(wanted, zip, top, limits)
    const folders = new Set(wanted.flatMap(({ name }) => foldersOf(name.slice(top.length))))
    return { readable: true, files, folders, problems: [] }
  } catch (error) {
    if (error instanceof BrokenArchive) return unreadable([error.themeError])
    return unreadable([
      { path: '', message: `the package is not a ZIP archive, or it is damaged (${reasonOf(error)})` },
    ])
  }
}

const unreadable = (problems: readonly ThemeError[]): UnpackedZip => ({
  readable: false,
  files: new Map(),
  folders: new Set(),
  problems: problems.map((themeError) => ({ ...themeError, hint: repack })),
})

const repack =
  'Create the ZIP again, for example with zip -r. Use plain file names, and stay within the package limits.'

/**
 * Messages of adm-zip are shown to the user. Any other exception means that the central directory is damaged.
 */
const reasonOf = (error: unknown): string =>
  /^ADM-ZIP: (.*)$/s.exec(error instanceof Error ? error.message : '')?.[1]?.replaceAll('\0', '/') ??
  'its central directory is damaged'

/** Hides slashes from adm-zip, because it would add an entry for each ancestor folder of a name. */
const hideFolders = {
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString().replaceAll('/', '\0'),
}

/** A separate constant, because the types of adm-zip do not declare `decoder`. */
const readingOptions = { noSort: true, decoder: hideFolders }

/** An error after which the archive is not read any further. */
class BrokenArchive extends Error {
  readonly themeError: ThemeError
  constructor(path: string, message: string) {
    super(message)
    this.themeError = { path, message }
  }
}

function readEntries(zip: Buffer, limits: PackageLimits): Entry[] {
  const archive = new AdmZip(zip, readingOptions)
  // Checked before the directory is read. Folders may have entries too, so the limit is three times that of
  // files.
  if (archive.getEntryCount() > limits.files * 3)
    throw new BrokenArchive('', `the package has more than ${limits.files} files`)
  const entries = archive.getEntries().map((zipEntry) => {
    const name = textOf(zipEntry.rawEntryName)
    return { name, zipEntry, isFolder: name.endsWith('/') }
  })
  if (entries.filter(({ isFolder }) => !isFolder).length > limits.files)
    throw new BrokenArchive('', `the package has more than ${limits.files} files`)
  return entries
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenArchive(bytes.toString('latin1'), 'the name of the file is not written in UTF-8')
  }
}

const encryptedFlags = 0x1 | 0x40 | 0x2000
const [stored, deflated] = [0, 8]
const [typeMask, regularFile, folder] = [0o170000, 0o100000, 0o040000]

function headerErrors({ name, zipEntry, isFolder }: Entry, zip: Buffer): ThemeError[] {
  const { header, attr } = zipEntry
  const errors: string[] = []
  const inName = pathError(name)
  if (inName) errors.push(inName)
  const type = (attr >>> 16) & typeMask
  if (type !== 0 && type !== (isFolder ? folder : regularFile)) errors.push('is a link or a special file')
  if (header.flags & encryptedFlags) errors.push('is encrypted')
  else if (header.method !== stored && header.method !== deflated)
    errors.push('uses an unsupported compression method')
  if (isFolder && header.size > 0) errors.push('is a folder, but its entry contains data')
  if (!sameLocalName(zipEntry, zip)) errors.push('has two different names')
  return errors.map((message) => ({ path: name, message }))
}

/**
 * True if the local header has the same name as the central directory. Programs differ in which of these
 * names they use.
 */
function sameLocalName({ header, rawEntryName }: AdmZip.IZipEntry, zip: Buffer): boolean {
  const at = header.offset
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== 0x04034b50)
    throw new BrokenArchive(rawEntryName.toString(), 'the archive is broken')
  return zip.subarray(at + 30, at + 30 + zip.readUInt16LE(at + 26)).equals(rawEntryName)
}

/** Checks valid names only, because invalid ones may have thousands of ancestor folders. */
function collisions(all: readonly Entry[]): ThemeError[] {
  const entries = all.filter(({ name }) => pathError(name) === undefined)
  const seen = new Map<string, Entry>()
  const errors: ThemeError[] = []
  for (const entry of entries) {
    const key = collisionKey(entry.name.replace(/\/$/, ''))
    const other = seen.get(key)
    if (other) errors.push({ path: entry.name, message: `has the same name as ${other.name}` })
    seen.set(key, entry)
  }
  for (const { name } of entries)
    for (const above of foldersOf(name.replace(/\/$/, '')))
      if (seen.get(collisionKey(above))?.isFolder === false)
        errors.push({ path: name, message: `is inside ${above}, which is a file` })
  return errors
}

/** Rejects overlapping entries, which are a technique of zip bombs. */
function overlaps(entries: readonly Entry[], zip: Buffer): ThemeError[] {
  const ranges = entries
    .map(({ name, zipEntry }) => ({
      name,
      start: zipEntry.header.offset,
      end: contentsOf(zipEntry, zip).end,
    }))
    .sort((a, b) => a.start - b.start)
  return ranges.flatMap(({ name, start }, index) => {
    const before = ranges[index - 1]
    return before && start < before.end ? [{ path: name, message: `shares bytes with ${before.name}` }] : []
  })
}

function contentsOf(
  { header, rawEntryName }: AdmZip.IZipEntry,
  zip: Buffer,
): { readonly start: number; readonly end: number } {
  const at = header.offset
  if (at + 30 > zip.length) throw new BrokenArchive(rawEntryName.toString(), 'the archive is broken')
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const end = start + header.compressedSize
  if (end > zip.length) throw new BrokenArchive(rawEntryName.toString(), 'the archive is broken')
  return { start, end }
}

function inflateAll(
  entries: readonly Entry[],
  zip: Buffer,
  top: string,
  limits: PackageLimits,
): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let total = 0
  for (const { name, zipEntry, isFolder } of entries) {
    if (isFolder) continue
    const bytes = inflate(zipEntry, zip, name, limits)
    total += bytes.length
    if (total > limits.unpacked)
      throw new BrokenArchive('', `the package unpacks to more than ${mebibytes(limits.unpacked)}`)
    if (total > limits.ratioFrom && total > zip.length * limits.ratio)
      throw new BrokenArchive('', `the package unpacks to more than ${limits.ratio} times its size`)
    files.set(name.slice(top.length), bytes)
  }
  return files
}

function inflate(zipEntry: AdmZip.IZipEntry, zip: Buffer, name: string, limits: PackageLimits): Buffer {
  const { header } = zipEntry
  const { start, end } = contentsOf(zipEntry, zip)
  const packed = zip.subarray(start, end)
  const bytes = header.method === stored ? packed : inflateWithin(packed, name, limits)
  if (bytes.length > limits.fileSize) throw tooLarge(name, limits)
  if (bytes.length !== header.size)
    throw new BrokenArchive(name, 'does not have the size stated in the archive')
  if (crc32(bytes) !== header.crc) throw new BrokenArchive(name, 'is damaged')
  return bytes
}

function inflateWithin(packed: Buffer, name: string, limits: PackageLimits): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: limits.fileSize })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(name, limits)
    throw new BrokenArchive(name, 'is damaged')
  }
}

const tooLarge = (name: string, { fileSize }: PackageLimits): BrokenArchive =>
  new BrokenArchive(name, `is larger than ${mebibytes(fileSize)}`)

const mebibytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MiB`
