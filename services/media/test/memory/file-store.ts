import type { MediaFact } from '../../src/core/events.ts'
import { folderOf, type MediaFile } from '../../src/core/files/file.ts'
import { keyLifeMs, reservedMs } from '../../src/core/files/upload-once.ts'
import type { FileQuery, FileStore, KeyedUpload, UploadKey } from '../../src/core/ports.ts'

type StoredUpload = KeyedUpload & { readonly at: Date }

/** In-memory files for tests, with serialized transactions. */
export function memoryFileStore(): FileStore & { facts(): readonly MediaFact[] } {
  let files: ReadonlyMap<string, MediaFile> = new Map()
  let facts: readonly MediaFact[] = []
  let keys: ReadonlyMap<string, StoredUpload> = new Map()
  /** The time at which an upload reserved the id, or `deleted` for the id of a deleted file. */
  const ids = new Map<string, Date | 'deleted'>()
  let previous: Promise<unknown> = Promise.resolve()

  return {
    facts: () => facts,
    get: async (id) => files.get(id),
    named: async (folder, filename) =>
      [...files.values()].find((file) => file.filename === filename && folderOf(file.type) === folder),
    list: async (query) => {
      const found = [...files.values()].filter((file) => matches(file, query)).sort(newestFirst)
      return {
        items: found.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit),
        total: found.length,
      }
    },
    existing: async (ids) => new Set(ids.filter((id) => files.has(id))),
    keyed: async (key) => {
      const found = keys.get(nameOf(key))
      return found && isCurrent(found, key) && files.has(found.fileId) ? upload(found) : undefined
    },
    reserveId: async (id, at) => {
      if (files.has(id)) return 'stored'
      const state = ids.get(id)
      if (state === 'deleted') return 'deleted'
      if (isFresh(state, at)) return 'reserved'
      ids.set(id, at)
      return 'free'
    },
    reserved: async (some, at) => new Set(some.filter((id) => isFresh(ids.get(id), at))),
    releaseId: async (id) => {
      if (ids.get(id) !== 'deleted') ids.delete(id)
    },
    write(work) {
      const turn = previous.then(async () => {
        const next = new Map(files)
        const recorded: MediaFact[] = []
        const nextKeys = new Map(keys)
        const deleted: string[] = []
        const result = await work({
          insert: async (file) => {
            if (next.has(file.id) || [...next.values()].some(({ filename }) => filename === file.filename))
              throw new Error(`${file.filename} already exists`)
            next.set(file.id, file)
          },
          getForUpdate: async (id) => next.get(id),
          update: async (file) => void next.set(file.id, file),
          delete: async (id) => {
            if (next.delete(id)) deleted.push(id)
          },
          keepKey: async (key, one) => {
            const found = nextKeys.get(nameOf(key))
            if (found && isCurrent(found, key) && next.has(found.fileId)) return upload(found)
            nextKeys.set(nameOf(key), { ...one, at: key.at })
            return undefined
          },
          record: async (fact) => void recorded.push(fact),
        })
        files = next
        keys = nextKeys
        for (const id of deleted) ids.set(id, 'deleted')
        facts = [...facts, ...recorded]
        return result
      })
      previous = turn.catch(() => undefined)
      return turn
    },
  }
}

const nameOf = ({ owner, route, key }: UploadKey): string => JSON.stringify([owner, route, key])
const isCurrent = (found: StoredUpload, { at }: UploadKey): boolean =>
  at.getTime() - found.at.getTime() < keyLifeMs
const isFresh = (state: Date | 'deleted' | undefined, at: Date): boolean =>
  state instanceof Date && at.getTime() - state.getTime() <= reservedMs
const upload = ({ fileId, fingerprint }: KeyedUpload): KeyedUpload => ({ fileId, fingerprint })

function matches(file: MediaFile, { type, search }: FileQuery): boolean {
  if (type && file.type !== type) return false
  const word = search?.toLowerCase()
  return (
    !word ||
    [file.originalFilename, file.filename, file.alt, file.caption].some((text) =>
      text.toLowerCase().includes(word),
    )
  )
}

const newestFirst = (a: MediaFile, b: MediaFile) =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
