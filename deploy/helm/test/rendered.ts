/** Reads the rendered examples of the chart, for tests. */
import { readFileSync } from 'node:fs'
import { examples, render } from '../src/chart.ts'
import { type Manifest, manifestsOf } from '../src/manifests.ts'

interface Container {
  readonly name: string
  readonly image: string
  readonly args?: readonly string[]
  readonly securityContext: {
    readonly readOnlyRootFilesystem?: boolean
    readonly allowPrivilegeEscalation?: boolean
    readonly capabilities?: { drop: string[] }
  }
  readonly resources?: { readonly requests?: object; readonly limits?: object }
  readonly env?: readonly { readonly name: string; readonly value: string; readonly valueFrom?: object }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}
interface PodSpec {
  readonly terminationGracePeriodSeconds?: number
  readonly topologySpreadConstraints?: readonly object[]
  readonly serviceAccountName?: string
  readonly automountServiceAccountToken?: boolean
  readonly securityContext: {
    readonly runAsNonRoot?: boolean
    readonly seccompProfile?: { readonly type: string }
  }
  readonly containers: readonly Container[]
  readonly volumes: readonly {
    readonly name: string
    readonly secret?: { readonly secretName: string; readonly items?: readonly object[] }
  }[]
}

export const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher']
const rendered = new Map(examples.map(({ name, values }) => [name, manifestsOf(render(values))]))
export const of = (example: string): Manifest[] => rendered.get(example) ?? []
interface Template {
  readonly template?: { readonly spec?: PodSpec }
}
export const podOf = ({ spec }: Manifest) => {
  const found = spec as (Template & { readonly jobTemplate?: { readonly spec?: Template } }) | undefined
  return (found?.jobTemplate?.spec ?? found)?.template?.spec
}
export const workloads = (example: string) =>
  of(example).flatMap((manifest) => {
    const pod = podOf(manifest)
    return pod ? [{ name: `${manifest.kind} ${manifest.metadata.name}`, pod }] : []
  })
export const names = (example: string, kind: string) =>
  of(example)
    .filter((manifest) => manifest.kind === kind)
    .map(({ metadata }) => metadata.name)

/** Node version of the image. */
export const nodeOfTheImage =
  /^ARG NODE_IMAGE=node:([\d.]+)/m.exec(
    readFileSync(new URL('../../docker/Dockerfile', import.meta.url), 'utf8'),
  )?.[1] ?? ''
