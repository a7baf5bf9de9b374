/** Parses rendered YAML and validates it against the types of the Kubernetes API. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  readonly spec?: Record<string, unknown>
}

/** Every document of the YAML. @throws Error for invalid YAML or a duplicate key */
export function manifestsOf(yaml: string): Manifest[] {
  return parseAllDocuments(yaml, { uniqueKeys: true })
    .filter((document) => document.contents !== null)
    .map((document) => {
      if (document.errors[0]) throw document.errors[0]
      return document.toJS() as Manifest
    })
}

/** Kinds of custom resources of other projects, with their API versions. No types exist for these kinds. */
export const foreignKinds: Readonly<Record<string, string>> = {
  ServiceMonitor: 'monitoring.coreos.com/v1',
  PrometheusRule: 'monitoring.coreos.com/v1',
  ScaledObject: 'keda.sh/v1alpha1',
  HTTPRoute: 'gateway.networking.k8s.io/v1',
}

const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'policy/v1': 'policy/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'networking.k8s.io/v1': 'networking/v1',
}

/**
 * Type errors of the manifests: unknown keys, wrong types, wrong API versions. For the kinds in
 * `foreignKinds`, checks only the API version.
 */
export function typeErrors(manifests: readonly Manifest[]): string[] {
  const foreign = manifests.filter(({ kind }) => kind in foreignKinds)
  const wrong = foreign
    .filter(({ kind, apiVersion }) => foreignKinds[kind] !== apiVersion)
    .map(({ kind, apiVersion }) => `${kind} ${apiVersion}`)
  const builtIn = manifests.filter(({ kind }) => !(kind in foreignKinds))
  const unknown = builtIn
    .filter(({ apiVersion }) => !(apiVersion in modules))
    .map(({ kind, apiVersion }) => `${kind} has the unknown version ${apiVersion}`)
  const known = builtIn.filter(({ apiVersion }) => apiVersion in modules)
  return [...wrong, ...unknown, ...compilerErrors(known)]
}

function compilerErrors(manifests: readonly Manifest[]): string[] {
  const require = createRequire(import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'typecase-manifests-'))
  try {
    symlinkSync(
      dirname(require.resolve('kubernetes-types/package.json')),
      join(folder, 'kubernetes-types'),
      'dir',
    )
    const lines = manifests.map(
      (manifest, index) =>
        `import type { ${manifest.kind} as T${index} } from './kubernetes-types/${modules[manifest.apiVersion]}.d.ts'\nexport const m${index}: T${index} = ${JSON.stringify(manifest)}`,
    )
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
    const compiler = join(
      dirname(createRequire(join(process.cwd(), 'package.json')).resolve('typescript/package.json')),
      'bin/tsc',
    )
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--allowImportingTsExtensions',
      '--ignoreConfig',
    ]
    const { stdout, status, error } = spawnSync(
      process.execPath,
      [compiler, ...options, join(folder, 'manifests.ts')],
      {
        encoding: 'utf8',
        cwd: folder,
      },
    )
    if (error) throw error
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    if (status !== 0 && errors.length === 0) throw new Error(`the compiler failed: ${stdout}`)
    return errors
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
