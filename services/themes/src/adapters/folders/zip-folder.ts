import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AdmZip from 'adm-zip'

/** A folder as a package; empty folders and hidden files are left out. */
export function zipFolder(folder: string): Uint8Array {
  const zip = new AdmZip()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    zip.addFile(file.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''), readFileSync(file))
  }
  return zip.toBuffer()
}
