// Runs the npm scripts. Installs Node 24, pnpm and packages if needed, then runs the command's TypeScript
// program. Plain JavaScript without dependencies, for Node 20, so that it works in a fresh clone.
import { join } from 'node:path'
import { adminFolder, buildAdmin } from './bootstrap/admin.mjs'
import { fail, root } from './bootstrap/console.mjs'
import { findNode } from './bootstrap/node.mjs'
import { flagsFor, memoryEnvironment } from './bootstrap/node-flags.mjs'
import { installPackages, isFirstRun } from './bootstrap/packages.mjs'
import { runProgram } from './bootstrap/run-program.mjs'
import { withSetUpLock } from './bootstrap/set-up-lock.mjs'

/**
 * `packages`: level of packages to install. `types`: generate the proto types first. `admin`: when to build
 * the web interface. `buildsSites`: use the flags of deploy/node-flags.json. `restarts`: restart after a
 * crash.
 */
const commands = {
  start: {
    packages: 'production',
    types: false,
    admin: 'when ready',
    buildsSites: true,
    restarts: true,
    file: 'deploy/standalone/src/main.ts',
  },
  'dev:cluster': { packages: 'all', types: false, admin: 'immediately', file: 'deploy/cluster/src/main.ts' },
  admin: { packages: 'all', types: false, file: 'apps/admin/dev.ts' },
  screenshots: { packages: 'all', types: false, file: 'e2e/screenshots/main.ts' },
  test: { packages: 'all', types: true, file: 'tools/test.ts' },
  check: { packages: 'all', types: true, file: 'tools/check.ts' },
  format: { packages: 'all', types: false, file: 'tools/format.ts' },
  generate: { packages: 'all', types: false, file: 'tools/generate.ts' },
  image: { packages: 'all', types: true, file: 'e2e/image/main.ts' },
  helm: { packages: 'all', types: false, file: 'tools/helm.ts' },
  icons: { packages: 'all', types: false, file: 'tools/icons.ts' },
  events: { packages: 'all', types: false, file: 'tools/events.ts' },
  artifacts: { packages: 'all', types: false, file: 'tools/artifacts.ts' },
  packages: { packages: 'none', types: false, file: 'tools/packages.mjs' },
  release: { packages: 'all', types: false, file: 'tools/release.ts' },
  bench: { packages: 'all', types: false, file: 'e2e/bench/main.ts' },
  fuzz: { packages: 'all', types: true, file: 'tools/fuzz.ts' },
  chaos: { packages: 'all', types: true, file: 'e2e/chaos/main.ts' },
  backup: { packages: 'production', types: false, file: 'tools/backup.ts' },
  restore: { packages: 'production', types: false, file: 'tools/restore.ts' },
  'check-media': { packages: 'production', types: false, file: 'tools/check-media.ts' },
  'dead-letters': { packages: 'production', types: false, file: 'tools/dead-letters.ts' },
  'nats-users': { packages: 'production', types: false, file: 'tools/nats-users.ts' },
  'service-keys': { packages: 'production', types: false, file: 'tools/service-keys.ts' },
  'validate-theme': { packages: 'production', types: false, file: 'tools/validate-theme.ts' },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Typecase needs Node 20 or newer to start; this is ${process.version}`)
if (!command) fail(`Unknown command "${name}"; commands are: ${Object.keys(commands).join(', ')}`)

if (command.packages !== 'none' && isFirstRun()) {
  process.stderr.write(
    'The first run downloads Node, pnpm and packages into this folder: up to a minute on a fast connection.\n',
  )
}
const node = await withSetUpLock(async () => {
  const found = await findNode()
  if (command.packages !== 'none') await installPackages(command.packages, found)
  return found
})
if (command.types) await runProgram(node, [join(root, 'tools/generate.ts')], { returns: true })
const isAdminOurs = command.admin !== undefined && !process.env.ADMIN_DIR
// The folder is computed once, because the sources may change between the start and the build.
const folder = isAdminOurs ? adminFolder() : undefined
const build = () => void withSetUpLock(() => buildAdmin(node, folder))
if (isAdminOurs && command.admin === 'immediately') build()
const flags = command.buildsSites ? flagsFor(node) : []
const env = {
  ...(isAdminOurs ? { ADMIN_DIR: folder } : {}),
  ...(command.buildsSites ? memoryEnvironment() : {}),
}
const ready = isAdminOurs && command.admin === 'when ready' ? { env, onReady: build } : { env }
await runProgram(node, [...flags, join(root, command.file), ...rest], {
  ...ready,
  restarts: command.restarts,
})
