/**
 * Stores each rendered body in a file, so that a restarted publisher does not render the bodies again. The
 * files may be deleted while no publisher runs.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'

/**
 * Minimum age in milliseconds before an unlisted body is deleted, because another publisher may still use
 * it.
 */
const keptMs = 24 * 60 * 60_000
/** Hexadecimal digits of the checksum at the start of a file. */
const sumLength = 8

export interface StoredBody {
  readonly facts: object
  readonly html: Uint8Array
}

export interface BodyFiles {
  isEmpty(): boolean
  /** Undefined for a missing or damaged file. */
  read(key: string): StoredBody | undefined
  /**
   * Returns a function that reads only files that existed when their folder was first needed. It lists each
   * folder once, because asking for each of 10,000 missing files takes over four times as long.
   */
  reader(): BodyFiles['read']
  write(bodies: ReadonlyMap<string, StoredBody>): void
  /** Deletes unlisted bodies that are at least a day old. */
  prune(keys: ReadonlySet<string>): void
}

/** A key is the name of a group, a space and a digest. */
export function bodyFiles(folder: string): BodyFiles {
  let writes = 0
  const created = new Set<string>()

  /** A digest is in base64url, so its first character distributes a group over 64 folders. */
  const placeOf = (key: string): string => {
    const [group = '', digest = ''] = key.split(' ')
    return join(folder, group, digest.slice(0, 1), digest)
  }

  function write(place: string, { facts, html }: StoredBody): void {
    const parent = dirname(place)
    if (!created.has(parent)) mkdirSync(parent, { recursive: true })
    created.add(parent)
    const head = Buffer.from(`${JSON.stringify(facts)}\n`)
    const sum = Buffer.from(hexSum(crc32(html, crc32(head))))
    const fresh = `${place}.${process.pid}-${++writes}`
    writeFileSync(fresh, Buffer.concat([sum, head, html]))
    renameSync(fresh, place)
  }

  function read(key: string): StoredBody | undefined {
    const bytes = readIfPresent(placeOf(key))
    const rest = bytes?.subarray(sumLength)
    if (!bytes || !rest || bytes.toString('latin1', 0, sumLength) !== hexSum(crc32(rest))) return undefined
    const end = rest.indexOf('\n')
    return { facts: JSON.parse(rest.toString('utf8', 0, end)) as object, html: rest.subarray(end + 1) }
  }

  return {
    isEmpty: () => namesIn(folder).length === 0,
    read,
    reader() {
      const listed = new Map<string, ReadonlySet<string>>()
      return (key) => {
        const place = placeOf(key)
        const parent = dirname(place)
        const names = listed.get(parent) ?? new Set(namesIn(parent))
        listed.set(parent, names)
        return names.has(basename(place)) ? read(key) : undefined
      }
    },
    write(bodies) {
      for (const [key, body] of bodies) write(placeOf(key), body)
    },
    prune(keys) {
      const listed = new Set(Array.from(keys, placeOf))
      const oldest = Date.now() - keptMs
      for (const group of namesIn(folder)) {
        const all = namesIn(join(folder, group)).flatMap((part) =>
          namesIn(join(folder, group, part)).map((name) => join(folder, group, part, name)),
        )
        for (const place of all)
          if (!listed.has(place) && isOlder(place, oldest)) rmSync(place, { force: true })
      }
    },
  }
}

const hexSum = (sum: number): string => sum.toString(16).padStart(sumLength, '0')

function readIfPresent(place: string): Buffer | undefined {
  try {
    return readFileSync(place)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

const isOlder = (place: string, ms: number): boolean =>
  (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? ms) < ms

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
