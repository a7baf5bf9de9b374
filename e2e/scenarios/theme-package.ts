import { fileURLToPath } from 'node:url'
import AdmZip from 'adm-zip'

interface ThemeChanges {
  readonly title: string
  readonly version?: string
  /** Text appended to files, by path. */
  readonly added?: Readonly<Record<string, string>>
}

/** The default theme with another title, and with the changes, as a ZIP. */
export function themePackage({ title, version = '1.0.0', added = {} }: ThemeChanges): Buffer {
  const zip = new AdmZip()
  zip.addLocalFolder(fileURLToPath(new URL('../../themes/default', import.meta.url)))
  const facts = JSON.parse(zip.readAsText('theme.json')) as object
  zip.updateFile('theme.json', Buffer.from(JSON.stringify({ ...facts, title, version })))
  for (const [path, text] of Object.entries(added))
    zip.updateFile(path, Buffer.from(zip.readAsText(path) + text))
  return zip.toBuffer()
}

export function themeForm(theme: ThemeChanges): FormData {
  const form = new FormData()
  form.set('theme', new Blob([new Uint8Array(themePackage(theme))], { type: 'application/zip' }), 'theme.zip')
  return form
}
