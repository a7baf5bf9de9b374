import { callers, serviceNames } from '@typecase/contracts/callers'
import { readServiceKeys } from '@typecase/runtime/service-keys'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  chartFolder,
  committed,
  copiedFiles,
  examples,
  helm,
  natsUsersFile,
  natsUsersText,
  render,
} from '../src/chart.ts'
import { type Manifest, typeErrors } from '../src/manifests.ts'
import { names, of, services, workloads } from './rendered.ts'

describe('the chart', () => {
  it('passes the linter', () => {
    const backing = 'networkPolicy.backing[0].cidr=10.0.0.0/8,networkPolicy.backing[0].ports[0]=5432'
    const required = ['--set', 's3.endpoint=https://s3.example.org', '--set', backing]
    expect(helm('lint', chartFolder, '--strict', ...required)).toContain('0 chart(s) failed')
  })

  it('has three examples', () => {
    expect(examples.map(({ name }) => name)).toEqual(['external', 'ha', 'small'])
  })

  it.each(copiedFiles)('copies %s unchanged', (original, copy) => {
    expect(committed(copy), 'run `npm run helm`').toBe(committed(original))
  })

  it('has an up-to-date file of NATS users', () => {
    expect(committed(natsUsersFile), 'run `npm run helm`').toBe(natsUsersText())
  })

  it('renders the alerts and the dashboard from the copied files', () => {
    const alerts = of('ha').find(({ kind }) => kind === 'PrometheusRule')
    const rules = committed(copiedFiles[0]?.[0] ?? '') ?? ''
    const scope = 'namespace="typecase", release="typecase", '
    expect(alerts?.spec).toEqual(parse(rules.replaceAll('absent(up{', `absent(up{${scope}`)))
    const board = of('ha').find(({ metadata }) => metadata.name === 'typecase-dashboard') as
      | { data?: Record<string, string> }
      | undefined
    expect(JSON.parse(board?.data?.['typecase.json'] ?? '')).toEqual(
      JSON.parse(committed(copiedFiles[1]?.[0] ?? '') ?? ''),
    )
  })

  it.each(examples)('renders $name to the committed file', ({ values, rendered: file }) => {
    expect(render(values), 'run `npm run helm`').toBe(committed(file))
  })

  it.each(examples)(
    'renders $name to valid Kubernetes objects',
    ({ name }) => {
      expect(typeErrors(of(name))).toEqual([])
    },
    60_000,
  )

  it('is checked for unknown keys, wrong types and unknown API versions', () => {
    const labels = { app: 'x' }
    const pod = { metadata: { labels }, spec: { containers: [{ name: 'x', image: 'x' }] } }
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: { selector: { matchLabels: labels }, template: pod },
    }
    expect(typeErrors([deployment])).toEqual([])
    expect(typeErrors([{ ...deployment, spec: { ...deployment.spec, replica: 2 } }]).join()).toContain(
      '"replica"',
    )
    expect(typeErrors([{ ...deployment, spec: { ...deployment.spec, replicas: 'two' } }])).toHaveLength(1)
    expect(typeErrors([{ ...deployment, apiVersion: 'apps/v1beta1' }])).toEqual([
      'Deployment has the unknown version apps/v1beta1',
    ])
  }, 60_000)

  it.each([
    ['a value that does not exist', '--set', 'gatway.replicas=2', /gatway/],
    ['text instead of a number', '--set-string', 'services.gateway.replicas=many', /replicas/],
    ['an invalid digest', '--set', 'image.digest=latest', /digest/],
    ['S3 without an endpoint', '--set', 'demo.enabled=false', /s3\.endpoint is required/],
  ])('refuses %s', (_, option, value, message) => {
    const small = examples.find(({ name }) => name === 'small')?.values ?? ''
    expect(() => render(small, option, value)).toThrow(message)
  })
})

describe.each(examples)('the pods of $name', ({ name }) => {
  it('run with the restricted security settings, resource requests and limits', () => {
    for (const { name: who, pod } of workloads(name)) {
      expect(pod.automountServiceAccountToken, who).toBe(false)
      expect(pod.securityContext, who).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of pod.containers) {
        expect(container.securityContext, who).toMatchObject({
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        })
        if (!who.includes('-demo-')) expect(container.securityContext.readOnlyRootFilesystem, who).toBe(true)
        expect(container.resources, who).toMatchObject({
          requests: expect.anything(),
          limits: expect.anything(),
        })
      }
    }
  })

  it('mount existing volumes, and secrets only as files', () => {
    for (const { name: who, pod } of workloads(name)) {
      const volumes = pod.volumes.map((volume) => volume.name)
      for (const { volumeMounts, env = [] } of pod.containers) {
        for (const mount of volumeMounts) expect(volumes, `${who} mounts ${mount.name}`).toContain(mount.name)
        const files = env.filter((variable) => variable.name.endsWith('_FILE'))
        for (const { value } of files)
          expect(
            volumeMounts.some((mount) => value.startsWith(`${mount.mountPath}/`)),
            `${who}: ${value}`,
          ).toBe(true)
        if (!who.includes('-demo-'))
          expect(
            env.filter((variable) =>
              /^(DATABASE_URL|NATS_URL|COOKIE_SECRET|.*PASSWORD|S3_.*_KEY)$/.test(variable.name),
            ),
          ).toEqual([])
        expect(new Set(env.map((variable) => variable.name)).size, `${who} names a variable twice`).toBe(
          env.length,
        )
      }
    }
  })

  it('have one Deployment, one Service and one NetworkPolicy per service', () => {
    for (const kind of ['Deployment', 'Service', 'NetworkPolicy'])
      expect(
        names(name, kind)
          .filter((each) => !/-demo-|-backup$|-hooks$/.test(each))
          .sort(),
        kind,
      ).toEqual(services.map((service) => `typecase-${service}`).sort())
  })
})

describe('the network policies', () => {
  const callersOf = (service: string) => {
    const policy = of('external').find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `typecase-${service}`,
    )
    const { ingress } = (policy?.spec ?? { ingress: [] }) as {
      ingress: {
        ports: { port: string }[]
        from?: { podSelector?: { matchLabels: Record<string, string> } }[]
      }[]
    }
    const grpc = ingress.find(({ ports }) => ports.some(({ port }) => port === 'grpc'))
    return (grpc?.from ?? []).map(
      ({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'],
    )
  }

  it('allow exactly the callers of each service', () => {
    const expected = serviceNames.slice(1).map((service) => [service, Object.keys(callers[service])])
    expect(Object.fromEntries(services.slice(1).map((service) => [service, callersOf(service)]))).toEqual(
      Object.fromEntries(expected),
    )
  })
})

describe('the egress rules', () => {
  const egressOf = (name: string) =>
    of(name)
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap(
        ({ spec }) =>
          (spec as { egress?: { to?: object[]; ports: { port: number | string }[] }[] }).egress ?? [],
      )
  const values = (name: string) => examples.find((example) => example.name === name)?.values ?? ''

  it.each(examples)('of $name allow only the listed addresses, and DNS to every address', ({ name }) => {
    const rules = egressOf(name)
    expect(rules.length).toBeGreaterThan(services.length)
    for (const { to, ports } of rules) if (!to) expect(ports.map(({ port }) => port)).toEqual([53, 53])
    expect(JSON.stringify(rules)).not.toMatch(/0\.0\.0\.0\/0|::\/0/)
  })

  it('accept either peers or an address range, and are required if network policies are enabled', () => {
    const peer = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'messaging' } } }
    const none = ['--set', 'networkPolicy.backing=null']
    expect(egressOf('external')).toContainEqual({ to: [peer], ports: [{ port: 4222 }] })
    expect(() => render(values('external'), ...none)).toThrow('networkPolicy.backing is required')
    const both = 'networkPolicy.backing[0].to[0].podSelector.matchLabels.app=postgres'
    expect(() => render(values('external'), '--set', both)).toThrow('networkPolicy.backing.0')
    expect(render(values('external'), ...none, '--set', 'networkPolicy.enabled=false')).toContain(
      'kind: Deployment',
    )
  })
})

describe('the service keys', () => {
  it.each(examples)('of $name: each pod mounts only its own key', ({ name }) => {
    for (const { name: who, pod } of workloads(name).filter((each) => !/-demo-|CronJob/.test(each.name))) {
      const service = services.find((each) => who.endsWith(each))
      const volume = pod.volumes.find((each) => each.name === 'service-keys')
      expect(volume?.secret?.items, who).toEqual([{ key: service, path: service }])
      const [container] = pod.containers
      expect(container?.env?.find((each) => each.name === 'SERVICE_KEYS_FILE')?.value, who).toBe(
        `/secrets/service-keys/${service}`,
      )
    }
  })

  it('of the demo are valid', () => {
    const secret = of('small').find(({ metadata }) => metadata.name === 'typecase-demo-service-keys')
    const { stringData = {} } = secret as Manifest & { stringData?: Record<string, string> }
    for (const service of serviceNames)
      expect(readServiceKeys(service, stringData[service] ?? ''), service).toMatchObject({ service })
  })

  it('can be turned off', () => {
    const small = examples.find(({ name }) => name === 'small')?.values ?? ''
    const off = render(small, '--set', 'serviceKeys.enabled=false')
    expect(off).toContain('{ name: SERVICE_KEYS, value: "off" }')
    expect(off).not.toContain('/secrets/service-keys')
  })
})
