/** Chooses the account that runs the server, because PostgreSQL refuses to run as root. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { minimalEnvironment } from '@typecase/runtime/child-process'
import type { PostgresBinaries } from './binaries.ts'

export interface Account {
  readonly uid?: number
  readonly gid?: number
  /** Command prefix. In a user namespace, the process has another user id, but root's access to files. */
  readonly wrap?: readonly [string, ...string[]]
}

const unprivilegedUsers = ['postgres', 'nobody']
const userNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const

/**
 * The account for the server; empty if an ordinary user starts it. Root uses the account `postgres` or
 * `nobody`. If neither can enter the folder, for example below a private home, root uses a user namespace.
 * An existing data folder keeps its owner. @throws Error when root has no user namespaces either
 */
export function postgresAccount(dataDir: string, binaries: PostgresBinaries): Account {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(dataDir)) {
    const owner = statSync(dataDir)
    return owner.uid === 0 ? namespaced(dataDir) : { uid: owner.uid, gid: owner.gid }
  }
  for (const name of unprivilegedUsers) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid === undefined || gid === undefined) continue
    if (canReach({ uid, gid }, existingAbove(dataDir)) && canReach({ uid, gid }, binaries.postgres))
      return { uid, gid }
  }
  return namespaced(dataDir)
}

function namespaced(dataDir: string): Account {
  const [command, ...args] = userNamespace
  const env = minimalEnvironment()
  if (spawnSync(command, [...args, 'true'], { env }).status === 0) return { wrap: userNamespace }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${dirname(dataDir)}: start as an ordinary user, or use a folder that other users can enter`,
  )
}

export const commandFor = (
  { wrap }: Account,
  command: string,
  args: readonly string[],
): { command: string; args: string[] } =>
  wrap ? { command: wrap[0], args: [...wrap.slice(1), command, ...args] } : { command, args: [...args] }

const canReach = (account: { uid: number; gid: number }, path: string): boolean =>
  spawnSync('test', ['-x', path], { ...account, env: minimalEnvironment() }).status === 0

const existingAbove = (path: string): string =>
  existsSync(dirname(path)) ? dirname(path) : existingAbove(dirname(path))

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8', env: minimalEnvironment() })
  return status === 0 ? Number(stdout.trim()) : undefined
}
