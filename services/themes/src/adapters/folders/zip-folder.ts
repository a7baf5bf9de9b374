import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import AdmZip from 'adm-zip'

/** Packs a folder, including empty folders, without hidden files. */
export const zipFolder = (folder: string): Uint8Array =>
  zipFiles(new Map([...foldersOf(folder), ...filesOf(folder)]))

/** Every file below the folder by relative path, without hidden files. */
export const filesOf = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    entriesOf(folder)
      .filter(({ entry }) => entry.isFile())
      .map(({ path, file }) => [path, readFileSync(file)]),
  )

/** In a ZIP, a folder is an entry whose name ends in a slash. */
const foldersOf = (folder: string): ReadonlyMap<string, Uint8Array> =>
  new Map(
    entriesOf(folder)
      .filter(({ entry }) => entry.isDirectory())
      .map(({ path }) => [`${path}/`, new Uint8Array()]),
  )

const entriesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return { entry, file, path: relative(folder, file).split(sep).join('/') }
    })
    .filter(({ path }) => !/(^|\/)\./.test(path))

export function zipFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const zip = new AdmZip()
  for (const [path, bytes] of files) zip.addFile(path, Buffer.from(bytes))
  return zip.toBuffer()
}
