/** The chart's Ingress, HTTPRoutes and NetworkPolicies. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { examples, render } from '../src/chart.ts'
import { type Manifest, manifestsOf } from '../src/manifests.ts'
import { of, podOf } from './rendered.ts'

interface Policy {
  readonly podSelector: {
    readonly matchLabels: Record<string, string>
    readonly matchExpressions?: readonly { values: string[] }[]
  }
  readonly ingress?: readonly object[]
  readonly egress: readonly object[]
}
const everything = manifestsOf(render(fileURLToPath(new URL('values/everything.yaml', import.meta.url))))
const component = 'app.kubernetes.io/component'
const policies = everything.filter(({ kind }) => kind === 'NetworkPolicy')
const policyOf = (name: string) =>
  policies.find(({ metadata }) => metadata.name === `typecase-${name}`)?.spec as unknown as Policy

function selects({ podSelector }: Policy, labels: Readonly<Record<string, string>>): boolean {
  const isIn = (podSelector.matchExpressions ?? []).every(({ values }) =>
    values.includes(labels[component] ?? ''),
  )
  return isIn && Object.entries(podSelector.matchLabels).every(([label, value]) => labels[label] === value)
}
function labelsOf({ spec }: Manifest): Record<string, string> {
  interface Template {
    readonly metadata: { readonly labels: Record<string, string> }
  }
  const { template, jobTemplate } = spec as {
    template: Template
    jobTemplate?: { spec: { template: Template } }
  }
  return (jobTemplate?.spec.template ?? template).metadata.labels
}

describe('the network policies', () => {
  it('select every pod exactly once: services, hooks and the CronJob', () => {
    for (const manifest of everything.filter((each) => podOf(each))) {
      const found = policies.filter(({ spec }) => selects(spec as unknown as Policy, labelsOf(manifest)))
      expect(found, manifest.metadata.name).toHaveLength(1)
    }
  })

  it('of hooks are created before the hooks run', () => {
    const { metadata } = policies.find(({ metadata: { name } }) => name === 'typecase-hooks') ?? {}
    expect(metadata).toMatchObject({
      annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-5' },
    })
    expect(policyOf('hooks').egress).toContainEqual({
      to: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
      ports: [5432, 4222, 443].map((port) => ({ port })),
    })
  })

  it('include extra rules for every pod and for one component', () => {
    const metadataService = { to: [{ ipBlock: { cidr: '169.254.170.23/32' } }], ports: [{ port: 80 }] }
    for (const { spec, metadata } of policies) {
      const { ingress, egress } = spec as unknown as Policy
      expect(egress, metadata.name).toContainEqual(metadataService)
      expect(ingress, metadata.name).toContainEqual({
        from: [{ podSelector: { matchLabels: { app: 'mesh' } } }],
        ports: [{ port: 15020 }],
      })
    }
    const withPort = (port: number) =>
      policies.filter(({ spec }) =>
        JSON.stringify((spec as unknown as Policy).egress).includes(`[{"port":${port}}]}`),
      )
    expect(policyOf('gateway').egress).toContainEqual({ ports: [{ port: 443 }] })
    expect(policyOf('media').egress).not.toContainEqual({ ports: [{ port: 443 }] })
    expect(withPort(8443).map(({ metadata }) => metadata.name)).toEqual(['typecase-hooks'])
  })

  it('allow traces from the services that send them', () => {
    const rule = { to: [{ namespaceSelector: {} }], ports: [{ port: 4318 }] }
    const open = policies
      .filter(({ spec }) => JSON.stringify(spec).includes('4318'))
      .map(({ metadata }) => metadata.name)
    const all = ['content', 'gateway', 'identity', 'media', 'publisher', 'themes']
    expect(open.toSorted()).toEqual(all.map((name) => `typecase-${name}`))
    expect(policyOf('gateway').egress).toContainEqual(rule)
    const sending = everything.filter((each) =>
      podOf(each)?.containers[0]?.env?.some(({ name }) => name === 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    )
    const services = sending.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name)
    expect(services.toSorted()).toEqual(open.toSorted())
  })

  it('require the address of the collector, and refuse unknown components', () => {
    const external = examples.find(({ name }) => name === 'external')?.values ?? ''
    expect(() => render(external, '--set', 'tracing.otlpEndpoint=http://collector:4318')).toThrow(
      'networkPolicy.tracing is required',
    )
    expect(() => render(external, '--set', 'networkPolicy.components.gatway.extraEgress=')).toThrow(
      'networkPolicy.components',
    )
  })
})

describe('the hosts', () => {
  interface Ingress {
    readonly rules: readonly {
      host: string
      http: { paths: { path: string; pathType: string; backend: { service: { port: object } } }[] }
    }[]
    readonly tls: readonly object[]
  }

  it('of an Ingress match the values, with paths and certificates', () => {
    const ingress = everything.find(({ kind }) => kind === 'Ingress')
    expect(ingress?.metadata).toMatchObject({ annotations: { 'example.org/issuer': 'internal' } })
    const { rules, tls } = (ingress?.spec ?? {}) as unknown as Ingress
    const paths = rules.flatMap(({ host, http }) =>
      http.paths.map(({ path, pathType, backend }) => [host, path, pathType, backend.service.port]),
    )
    expect(paths).toEqual([
      ['cms.example.org', '/', 'Prefix', { name: 'http' }],
      ['www.example.org', '/en', 'Prefix', { name: 'site' }],
      ['www.example.org', '/favicon.ico', 'Exact', { name: 'site' }],
      ['*.example.com', '/', 'Prefix', { name: 'site' }],
    ])
    expect(tls).toEqual([
      { secretName: 'all-hosts', hosts: ['cms.example.org', 'www.example.org', '*.example.com'] },
      { secretName: 'www', hosts: ['www.example.org'] },
    ])
  })

  it('of HTTPRoutes match the values; an API or site without hosts has no route', () => {
    const routes = everything.filter(({ kind }) => kind === 'HTTPRoute')
    expect(routes.map(({ metadata }) => metadata)).toMatchObject([
      { name: 'typecase-site', annotations: { 'example.org/zone': 'public' } },
    ])
    expect(routes[0]?.spec).toMatchObject({ hostnames: ['www.example.org', 'example.org'] })
    expect(of('external').filter(({ kind }) => kind === 'HTTPRoute')).toHaveLength(2)
  })
})
