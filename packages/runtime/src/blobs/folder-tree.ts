import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './folder-errors.ts'
import { escapedPart, unescapedPart } from './keys.ts'

/** Path of a key. Folder names end in `+`, which key parts never do, so `a` and `a/b` can both be blobs. */
export function pathOf(key: string): string {
  const parts = key.split('/').map(escapedPart)
  return join(...parts.slice(0, -1).map((part) => `${part}+`), parts.at(-1) ?? '')
}

/** Keys with the prefix, in byte order. */
export async function* keysUnder(root: string, prefix: string): AsyncIterable<string> {
  const cut = prefix.lastIndexOf('/') + 1
  const folder = prefix.slice(0, cut)
  const below = folder === '' ? root : join(root, pathOf(`${folder}x`), '..')
  for await (const key of walk(below, folder)) if (key.startsWith(prefix)) yield key
}

async function* walk(path: string, folder: string): AsyncIterable<string> {
  for (const name of await namesIn(path)) {
    if (name.endsWith('/')) yield* walk(join(path, `${escapedPart(name.slice(0, -1))}+`), `${folder}${name}`)
    else yield `${folder}${name}`
  }
}

/** Key parts of the folder's entries. Parts of subfolders end in `/`, so that they sort like whole keys. */
async function namesIn(path: string): Promise<string[]> {
  const entries = await readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return entries
    .map((name) => unescapedPart(name.endsWith('+') ? `${name.slice(0, -1)}/` : name))
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => a.bytes.compare(b.bytes))
    .map(({ name }) => name)
}
