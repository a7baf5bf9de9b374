// Creates a folder with secrets for each service and server: keys, passwords, the gateway's cookie secret.
// Later runs add only what a new version needs.
// The image does not contain this file: Compose mounts it into a container of the image.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2]
if (!folder) throw new Error('usage: make-secrets.mjs FOLDER')
const load = (path) => import(pathToFileURL(join(process.cwd(), `packages/${path}/index.ts`)).href)
const { completeServiceKeys, generateServiceKeys } = await load('runtime/src/service-keys')
const { systemUsers, userOf, usersConfig } = await load('messaging/src/nats-users')
const password = () => randomBytes(24).toString('hex')

/**
 * With `isServer`, all users can read the file, because a server runs as another user. Only that server
 * mounts the folder.
 */
const write = (name, file, text, isServer = false) => {
  mkdirSync(join(folder, name), { recursive: true, mode: isServer ? 0o755 : 0o700 })
  const path = join(folder, name, file)
  writeFileSync(`${path}.new`, text, { mode: isServer ? 0o644 : 0o600 })
  renameSync(`${path}.new`, path)
}

// The cookie secret is written last in this block: if it exists, the secrets above it exist.
if (!existsSync(join(folder, 'gateway/cookie-secret'))) {
  const [postgres, s3] = [password(), password()]
  write('postgres', 'password', postgres, true)
  write('s3', 'password', s3, true)
  for (const [service, text] of Object.entries(generateServiceKeys())) {
    write(service, 'service-keys', text)
    if (service !== 'gateway')
      write(service, 'database-url', `postgres://typecase:${postgres}@postgres:5432/typecase`)
    if (['gateway', 'media', 'themes', 'publisher'].includes(service)) write(service, 's3-secret-key', s3)
  }
  write('gateway', 'cookie-secret', password())
}

// Adds keys for pairs of services that are new in this version.
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher']
const keyText = (service) => readFileSync(join(folder, service, 'service-keys'), 'utf8')
const keys = Object.fromEntries(services.map((service) => [service, keyText(service)]))
for (const [service, text] of Object.entries(completeServiceKeys(keys)))
  if (text !== keys[service]) write(service, 'service-keys', text)

// Keeps existing passwords. Users and permissions are those of this version: an upgrade adds users.
const passwordFile = join(folder, 'nats/passwords.json')
const before = existsSync(passwordFile) ? JSON.parse(readFileSync(passwordFile, 'utf8')) : {}
const passwords = Object.fromEntries(systemUsers.map(({ name }) => [name, before[name] ?? password()]))
write('nats', 'passwords.json', JSON.stringify(passwords), true)
for (const service of ['identity', 'content', 'media', 'themes', 'publisher']) {
  const user = userOf(service)
  write(service, 'nats-url', `nats://${user}:${passwords[user]}@nats:4222`)
}
write('nats', 'nats.conf', usersConfig(systemUsers, passwords), true)
