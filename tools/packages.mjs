// `npm run packages -- ARGUMENTS`: runs this repository's pnpm, for example with `install --lockfile-only`.
import { spawnSync } from 'node:child_process'
import { root } from './bootstrap/console.mjs'
import { findPnpm } from './bootstrap/pnpm.mjs'

const { status } = spawnSync(await findPnpm(), process.argv.slice(2), { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
