/**
 * Rendered bodies in files, so that a body is rendered once and not once a start. A process writes a file of its own and
 * reads those of others when it starts; what a crash left half-written is not taken. The files may be deleted at any time.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { writeAll } from '@typecase/theme-engine/write-all'

/** Raised when the form of the files changes: older ones are left unread. */
const suffix = '.bodies-1'
/** Bytes: checksum, length of the facts, length of the HTML. */
const headLength = 12
const readAtOnce = 8 * 1024 * 1024
/** Bytes of bodies that nobody needs any more, above which the files are written anew. */
const spareRoom = 64 * 1024 * 1024
const mostFiles = 8
const copiedAtOnce = 100

export interface PackedBody {
  /** What is known of the body: plain JSON. */
  readonly facts: object
  readonly html: Uint8Array
}

export interface BodyPacks {
  /** How many there are. */
  size(): number
  has(key: string): boolean
  facts(key: string): object | undefined
  /** Reads the HTML from the file. @throws Error for an unknown key */
  html(key: string): Buffer
  put(bodies: ReadonlyMap<string, PackedBody>): void
  /** Gives up what is not among those keys, as soon as it is worth it. */
  keep(keys: ReadonlySet<string>): void
  close(): void
}

interface Place {
  readonly file: number
  readonly at: number
  readonly length: number
  readonly facts: object
}

interface Index {
  readonly places: Map<string, Place>
  /** Open files by name. */
  readonly files: Map<string, number>
  bytes: number
}

export function bodyPacks(folder: string): BodyPacks {
  let opened: Index | undefined
  let own: { file: number; end: number } | undefined

  /** Read with the first need, not with the start of the service. */
  function index(): Index {
    if (opened) return opened
    opened = { places: new Map(), files: new Map(), bytes: 0 }
    mkdirSync(folder, { recursive: true })
    for (const name of readdirSync(folder).filter((name) => name.endsWith(suffix))) {
      const file = openSync(join(folder, name), 'r')
      opened.files.set(name, file)
      for (const { key, facts, at, length } of recordsOf(file)) {
        opened.places.set(key, { file, at, length, facts })
        opened.bytes += length
      }
    }
    return opened
  }

  function begun(): { file: number; end: number } {
    if (own) return own
    const name = `${randomUUID()}${suffix}`
    own = { file: openSync(join(folder, name), 'wx+'), end: 0 }
    index().files.set(name, own.file)
    return own
  }

  function put(bodies: ReadonlyMap<string, PackedBody>): void {
    const known = index()
    const pack = begun()
    const parts: Uint8Array[] = []
    const heads = Buffer.allocUnsafe(headLength * bodies.size)
    let end = pack.end
    let headed = 0
    for (const [key, { facts, html }] of bodies) {
      const described = Buffer.from(JSON.stringify([key, facts]))
      const head = heads.subarray(headed, headed + headLength)
      headed += headLength
      head.writeUInt32LE(crc32(html, crc32(described)), 0)
      head.writeUInt32LE(described.length, 4)
      head.writeUInt32LE(html.length, 8)
      parts.push(head, described, html)
      known.places.set(key, {
        file: pack.file,
        at: end + headLength + described.length,
        length: html.length,
        facts,
      })
      known.bytes += html.length
      end += headLength + described.length + html.length
    }
    writeAll(pack.file, parts, pack.end)
    pack.end = end
  }

  function html(key: string): Buffer {
    const place = index().places.get(key)
    if (!place) throw new Error(`no body is kept under ${key}`)
    const bytes = Buffer.allocUnsafe(place.length)
    for (let read = 0; read < place.length; ) {
      const more = readSync(place.file, bytes, read, place.length - read, place.at + read)
      if (more === 0) throw new Error('a file of rendered bodies was cut short')
      read += more
    }
    return bytes
  }

  /** Copies what is needed to one new file, then gives the others up. */
  function renew(keys: ReadonlySet<string>): void {
    const { places, files } = index()
    const old = [...files]
    own = undefined
    const living = [...places.keys()].filter((key) => keys.has(key))
    for (const key of places.keys()) if (!keys.has(key)) places.delete(key)
    for (let at = 0; at < living.length; at += copiedAtOnce)
      put(
        new Map(
          living
            .slice(at, at + copiedAtOnce)
            .map((key) => [key, { facts: places.get(key)?.facts ?? {}, html: html(key) }]),
        ),
      )
    for (const [name, file] of old) {
      closeSync(file)
      files.delete(name)
      rmSync(join(folder, name), { force: true })
    }
    index().bytes = living.reduce((sum, key) => sum + (places.get(key)?.length ?? 0), 0)
  }

  return {
    size: () => index().places.size,
    has: (key) => index().places.has(key),
    facts: (key) => index().places.get(key)?.facts,
    html,
    put,
    keep(keys) {
      const { places, files, bytes } = index()
      let needed = 0
      for (const key of keys) needed += places.get(key)?.length ?? 0
      if (bytes > 2 * needed + spareRoom || files.size > mostFiles) renew(keys)
    },
    close() {
      for (const file of opened?.files.values() ?? []) closeSync(file)
      opened = undefined
      own = undefined
    },
  }
}

interface PackRecord {
  readonly key: string
  readonly facts: object
  readonly at: number
  readonly length: number
}

/** The whole records from the beginning; what follows a broken one is not taken. */
function* recordsOf(file: number): Generator<PackRecord> {
  let buffer = Buffer.alloc(0)
  let start = 0
  const fill = (offset: number, length: number): Buffer | undefined => {
    if (offset - start + length > buffer.length) {
      const bytes = Buffer.allocUnsafe(Math.max(readAtOnce, length))
      start = offset
      buffer = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset))
    }
    const part = buffer.subarray(offset - start, offset - start + length)
    return part.length === length ? part : undefined
  }
  for (let at = 0; ; ) {
    const head = fill(at, headLength)
    if (!head) return
    const [sum, described, length] = [head.readUInt32LE(0), head.readUInt32LE(4), head.readUInt32LE(8)]
    const rest = fill(at + headLength, described + length)
    if (!rest || crc32(rest) !== sum) return
    const [key, facts] = JSON.parse(rest.subarray(0, described).toString()) as [string, object]
    yield { key, facts, at: at + headLength + described, length }
    at += headLength + described + length
  }
}
