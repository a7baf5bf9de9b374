/**
 * Unpacks a ZIP that may lie about everything (contract.md#theme-package-limits). adm-zip reads the table of contents; sizes are counted on the bytes that really
 * come out, and inflating stops at the limit.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import AdmZip from 'adm-zip'
import type { ThemeFault } from '../../core/themes/fault.ts'
import type { PackageLimits } from '../../core/themes/limits.ts'
import { collisionKey, enclosingFolder, foldersOf, isJunk, pathFault } from './entry-path.ts'

export type Fault = ThemeFault

export interface UnpackedZip {
  readonly readable: boolean
  readonly files: ReadonlyMap<string, Buffer>
  readonly folders: ReadonlySet<string>
  readonly problems: readonly Fault[]
}

/** What one entry says of itself. */
interface Entry {
  readonly name: string
  readonly zipEntry: AdmZip.IZipEntry
  readonly isFolder: boolean
}

/** Every fault at once: those of names and headers first; only an archive without any is inflated. */
export function unpackZip(zip: Buffer, limits: PackageLimits): UnpackedZip {
  try {
    const entries = readEntries(zip, limits)
    const faults = [
      ...entries.flatMap((entry) => headerFaults(entry, zip)),
      ...collisions(entries),
      ...overlaps(entries, zip),
    ]
    if (faults.length > 0) return unreadable(faults.slice(0, 100))
    const wanted = entries.filter(({ name }) => !isJunk(name))
    const top = enclosingFolder(wanted.map(({ name }) => name))
    const files = inflateAll(wanted, zip, top, limits)
    const folders = new Set(wanted.flatMap(({ name }) => foldersOf(name.slice(top.length))))
    return { readable: true, files, folders, problems: [] }
  } catch (error) {
    if (error instanceof Broken) return unreadable([error.fault])
    return unreadable([
      { path: '', message: `the package is no ZIP archive or a broken one (${reasonOf(error)})` },
    ])
  }
}

const unreadable = (problems: readonly Fault[]): UnpackedZip => ({
  readable: false,
  files: new Map(),
  folders: new Set(),
  problems: problems.map((fault) => ({ ...fault, hint: repack })),
})

const repack =
  'Pack the theme again as an ordinary ZIP: its files and folders under plain names, within the limits.'

/** What adm-zip says of the archive; anything else it trips over is one thing: broken. */
const reasonOf = (error: unknown): string =>
  /^ADM-ZIP: (.*)$/s.exec(error instanceof Error ? error.message : '')?.[1]?.replaceAll('\0', '/') ??
  'its table of contents is damaged'

/** adm-zip adds an entry for each folder above a name, and a name can have thousands: it gets names without folders. */
const namesWithoutFolders = {
  encode: (text: string) => Buffer.from(text),
  decode: (bytes: Buffer) => bytes.toString().replaceAll('/', '\0'),
}

/** A constant of its own, because the package's types have no `decoder`. */
const readingOptions = { noSort: true, decoder: namesWithoutFolders }

/** A fault that ends the reading. */
class Broken extends Error {
  readonly fault: Fault
  constructor(path: string, message: string) {
    super(message)
    this.fault = { path, message }
  }
}

function readEntries(zip: Buffer, limits: PackageLimits): Entry[] {
  const archive = new AdmZip(zip, readingOptions)
  // Counted before the table is read; folders have entries too.
  if (archive.getEntryCount() > limits.files * 3)
    throw new Broken('', `the package has more than ${limits.files} files`)
  const entries = archive.getEntries().map((zipEntry) => {
    const name = textOf(zipEntry.rawEntryName)
    return { name, zipEntry, isFolder: name.endsWith('/') }
  })
  if (entries.filter(({ isFolder }) => !isFolder).length > limits.files)
    throw new Broken('', `the package has more than ${limits.files} files`)
  return entries
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Broken(bytes.toString('latin1'), 'the name of the file is not written in UTF-8')
  }
}

const encryptedFlags = 0x1 | 0x40 | 0x2000
const [stored, deflated] = [0, 8]
const [typeMask, regularFile, folder] = [0o170000, 0o100000, 0o040000]

function headerFaults({ name, zipEntry, isFolder }: Entry, zip: Buffer): Fault[] {
  const { header, attr } = zipEntry
  const faults: string[] = []
  const inName = pathFault(name)
  if (inName) faults.push(inName)
  const type = (attr >>> 16) & typeMask
  if (type !== 0 && type !== (isFolder ? folder : regularFile)) faults.push('is a link or a special file')
  if (header.flags & encryptedFlags) faults.push('is encrypted')
  else if (header.method !== stored && header.method !== deflated)
    faults.push('is packed in a way that is not supported')
  if (isFolder && header.size > 0) faults.push('is a folder with contents')
  if (!sameLocalName(zipEntry, zip)) faults.push('has two different names')
  return faults.map((message) => ({ path: name, message }))
}

/** The name before the contents must be the one of the table: programs differ in which they believe. */
function sameLocalName({ header, rawEntryName }: AdmZip.IZipEntry, zip: Buffer): boolean {
  const at = header.offset
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== 0x04034b50)
    throw new Broken(rawEntryName.toString(), 'the archive is broken')
  return zip.subarray(at + 30, at + 30 + zip.readUInt16LE(at + 26)).equals(rawEntryName)
}

/** Only of names that are allowed: others may be long, and have as many folders above them as characters. */
function collisions(all: readonly Entry[]): Fault[] {
  const entries = all.filter(({ name }) => pathFault(name) === undefined)
  const seen = new Map<string, Entry>()
  const faults: Fault[] = []
  for (const entry of entries) {
    const key = collisionKey(entry.name.replace(/\/$/, ''))
    const other = seen.get(key)
    if (other) faults.push({ path: entry.name, message: `has the same name as ${other.name}` })
    seen.set(key, entry)
  }
  for (const { name } of entries)
    for (const above of foldersOf(name.replace(/\/$/, '')))
      if (seen.get(collisionKey(above))?.isFolder === false)
        faults.push({ path: name, message: `lies in ${above}, which is a file` })
  return faults
}

/** Entries that share bytes are how a small archive becomes a large one. */
function overlaps(entries: readonly Entry[], zip: Buffer): Fault[] {
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
  if (at + 30 > zip.length) throw new Broken(rawEntryName.toString(), 'the archive is broken')
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const end = start + header.compressedSize
  if (end > zip.length) throw new Broken(rawEntryName.toString(), 'the archive is broken')
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
      throw new Broken('', `the package unpacks to more than ${mebibytes(limits.unpacked)}`)
    if (total > limits.ratioFrom && total > zip.length * limits.ratio)
      throw new Broken('', `the package unpacks to more than ${limits.ratio} times its size`)
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
  if (bytes.length !== header.size) throw new Broken(name, 'is not of the size that the archive says')
  if (crc32(bytes) !== header.crc) throw new Broken(name, 'is damaged')
  return bytes
}

function inflateWithin(packed: Buffer, name: string, limits: PackageLimits): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: limits.fileSize })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(name, limits)
    throw new Broken(name, 'is damaged')
  }
}

const tooLarge = (name: string, { fileSize }: PackageLimits): Broken =>
  new Broken(name, `is larger than ${mebibytes(fileSize)}`)

const mebibytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MiB`
