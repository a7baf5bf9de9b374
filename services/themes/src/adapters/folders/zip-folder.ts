import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AdmZip from 'adm-zip'

/** A folder as a package; empty folders and hidden files are left out. */
export const zipFolder = (folder: string): Uint8Array => zipFiles(filesOf(folder))

/** Every file below the folder, by its path there; hidden ones are left out. */
export function filesOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    files.set(file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''), readFileSync(file))
  }
  return files
}

export function zipFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const zip = new AdmZip()
  for (const [path, bytes] of files) zip.addFile(path, Buffer.from(bytes))
  return zip.toBuffer()
}
