/** Checks that the rendered chart runs the six services as documented. */
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { siteBuildFlags } from '../../cluster/src/node-flags.ts'
import { chartFolder, committed } from '../src/chart.ts'
import { names, nodeOfTheImage, of, services, workloads } from './rendered.ts'

describe('the public hosts', () => {
  interface Rule {
    readonly host: string
    readonly http: {
      readonly paths: readonly {
        readonly backend: {
          readonly service: { readonly name: string; readonly port: { readonly name: string } }
        }
      }[]
    }
  }

  it('are one for the API and one for the site, in an Ingress or in HTTPRoutes', () => {
    const ingress = of('ha').find(({ kind }) => kind === 'Ingress')?.spec as {
      rules: Rule[]
      tls: { hosts: string[] }[]
    }
    const ports = ingress.rules.map(({ host, http }) => [host, http.paths[0]?.backend.service])
    expect(ports).toEqual([
      ['cms.example.org', { name: 'typecase-gateway', port: { name: 'http' } }],
      ['www.example.org', { name: 'typecase-gateway', port: { name: 'site' } }],
    ])
    expect(ingress.tls[0]?.hosts).toEqual(['cms.example.org', 'www.example.org'])
    const routes = of('external').filter(({ kind }) => kind === 'HTTPRoute')
    const found = routes.map(
      ({ spec }) => spec as { hostnames: string[]; rules: { backendRefs: object[] }[] },
    )
    expect(found.map(({ hostnames, rules }) => [hostnames, rules[0]?.backendRefs])).toEqual([
      [['cms.example.org'], [{ name: 'typecase-gateway', port: 3000 }]],
      [['www.example.org'], [{ name: 'typecase-gateway', port: 3001 }]],
    ])
  })
})

describe('each service', () => {
  interface Deployment {
    readonly template: {
      readonly spec: {
        readonly topologySpreadConstraints?: readonly {
          readonly labelSelector: { readonly matchLabels: Record<string, string> }
        }[]
        readonly containers: readonly {
          readonly livenessProbe?: object
          readonly readinessProbe?: object
          readonly startupProbe?: object
        }[]
      }
    }
  }
  const component = 'app.kubernetes.io/component'
  const deploymentOf = (service: string) =>
    of('ha').find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === `typecase-${service}`)
      ?.spec as unknown as Deployment

  it.each(services)(
    '%s: has replicas spread over nodes, with probes and a disruption budget of one',
    (service) => {
      const { spec } = deploymentOf(service).template
      expect(
        spec.topologySpreadConstraints?.map(({ labelSelector }) => labelSelector.matchLabels[component]),
      ).toEqual([service])
      expect(spec.containers[0]).toMatchObject({ livenessProbe: {}, readinessProbe: {}, startupProbe: {} })
      const budget = of('ha').find(
        ({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === `typecase-${service}`,
      )
      expect(budget?.spec).toMatchObject({
        maxUnavailable: 1,
        selector: { matchLabels: { [component]: service } },
      })
    },
  )

  it.each(['small', 'ha', 'external'])(
    'publisher in %s: runs with the Node flags for site builds',
    (example) => {
      const { pod } = workloads(example).find(({ name }) => name === 'Deployment typecase-publisher') ?? {}
      expect(pod?.containers[0]?.args).toEqual([
        ...siteBuildFlags(nodeOfTheImage),
        'services/publisher/src/main.ts',
      ])
    },
  )

  it.each(services.slice(1))('%s: migrates in a hook before the new version starts', (service) => {
    const job = of('ha').find(
      ({ kind, metadata }) => kind === 'Job' && metadata.name === `typecase-migrate-${service}`,
    )
    const { annotations } = (job?.metadata ?? {}) as { annotations?: Record<string, string> }
    expect(annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  })

  it('has the port that the ServiceMonitor scrapes', () => {
    const monitor = of('ha').find(({ kind }) => kind === 'ServiceMonitor')?.spec as {
      selector: { matchLabels: Record<string, string> }
      endpoints: { port: string; relabelings: object[] }[]
    }
    expect(monitor.endpoints[0]?.relabelings).toEqual([
      { targetLabel: 'namespace', replacement: 'typecase' },
      { targetLabel: 'release', replacement: 'typecase' },
      {
        sourceLabels: ['__meta_kubernetes_service_label_app_kubernetes_io_component'],
        targetLabel: 'job',
        replacement: 'typecase-$1',
      },
    ])
    const chosen = of('ha').filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(monitor.selector.matchLabels).every(
          ([label, value]) => metadata.labels?.[label] === value,
        ),
    )
    expect(chosen.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      services.map((service) => `typecase-${service}`).toSorted(),
    )
    for (const { spec, metadata } of chosen) {
      const { ports } = spec as unknown as { ports: { name: string }[] }
      expect(
        ports.map(({ name }) => name),
        metadata.name,
      ).toContain(monitor.endpoints[0]?.port)
    }
  })

  it('has an entry in the values and in their schema', () => {
    const values = parse(committed(`${chartFolder}/values.yaml`) ?? '') as { services: object }
    const schema = JSON.parse(committed(`${chartFolder}/values.schema.json`) ?? '') as {
      additionalProperties: boolean
      properties: { services: { properties: object; additionalProperties: boolean } }
    }
    expect(Object.keys(values.services)).toEqual(services)
    expect(Object.keys(schema.properties.services.properties)).toEqual(services)
    expect([schema.additionalProperties, schema.properties.services.additionalProperties]).toEqual([
      false,
      false,
    ])
    // `global` belongs to Helm.
    expect([...Object.keys(values), 'global'].toSorted()).toEqual(Object.keys(schema.properties).toSorted())
  })

  it('connects to existing PostgreSQL, NATS and S3 with the Secrets that the operator names', () => {
    const secrets = new Set(
      workloads('external').flatMap(({ pod }) =>
        pod.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
      ),
    )
    expect([...secrets].toSorted()).toEqual([
      'cms-admin',
      'cms-cookie',
      'cms-database',
      'cms-nats',
      'cms-s3',
      'typecase-service-keys',
    ])
    expect(names('external', 'Secret')).toEqual([])
    expect(workloads('external').filter(({ name }) => name.includes('-demo-'))).toEqual([])
  })
})
