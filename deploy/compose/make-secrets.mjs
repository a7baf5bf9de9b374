// A folder for each service with what only it may know: its keys, and for the gateway the secret of the cookies. Made once.
// Plain JavaScript, for it is mounted beside the image; it runs in the folder of the code.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2]
if (!folder) throw new Error('usage: make-secrets.mjs FOLDER')
const { makeServiceKeys } = await import(pathToFileURL(join(process.cwd(), 'packages/runtime/src/service-keys/index.ts')).href)

const write = (name, file, text) => {
  mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  const path = join(folder, name, file)
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

// The last file that is written tells that all are there.
if (!existsSync(join(folder, 'gateway/cookie-secret'))) {
  for (const [service, text] of Object.entries(makeServiceKeys())) write(service, 'service-keys', text)
  write('gateway', 'cookie-secret', randomBytes(24).toString('hex'))
}
