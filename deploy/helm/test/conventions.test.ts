/** Conventions of charts: names, labels, annotations and service accounts. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { examples, render, renderAs } from '../src/chart.ts'
import { type Manifest, manifestsOf, typeErrors } from '../src/manifests.ts'
import { podOf } from './rendered.ts'

const release = `a${'x'.repeat(51)}z`
const everything = manifestsOf(
  renderAs(release, fileURLToPath(new URL('values/everything.yaml', import.meta.url))),
)
const external = examples.find(({ name }) => name === 'external')?.values ?? ''
const small = examples.find(({ name }) => name === 'small')?.values ?? ''
const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`

describe('the chart with all values set', () => {
  it('renders to valid Kubernetes objects', () => {
    expect(typeErrors(everything)).toEqual([])
  }, 60_000)

  it('labels and annotates every object, and labels the pods', () => {
    for (const manifest of everything.filter(({ metadata }) => !metadata.name.endsWith('-alias'))) {
      expect(manifest.metadata, keyOf(manifest)).toMatchObject({
        labels: {
          team: 'editors',
          'app.kubernetes.io/part-of': 'cms',
          'app.kubernetes.io/instance': release,
        },
        annotations: { 'example.org/owner': 'editors' },
      })
    }
    const deployment = everything.find(({ kind }) => kind === 'Deployment')?.spec as {
      template: { metadata: object }
      selector: { matchLabels: object }
    }
    expect(deployment.template.metadata).toMatchObject({ labels: { team: 'editors' } })
    expect(deployment.selector.matchLabels).not.toHaveProperty('team')
  })

  it('uses the image registry of the values', () => {
    const images = new Set(everything.flatMap((manifest) => podOf(manifest)?.containers[0]?.image ?? []))
    expect([...images]).toEqual(['registry.example.org:5000/cms/typecase:0.1.0'])
  })
})

describe('extra objects', () => {
  it('are rendered as templates, whether strings or maps', () => {
    const text = everything.find((manifest) => keyOf(manifest) === `ConfigMap ${release}-extra`)
    expect(text).toMatchObject({ data: { url: 'http://localhost:3000' } })
    const map = everything.find((manifest) => keyOf(manifest) === `Service ${release}-alias`)
    expect(map?.metadata.labels).toEqual({ team: 'editors' })
  })
})

describe('names', () => {
  const longest = { CronJob: 52 } as Readonly<Record<string, number>>

  it('are unique and within the length limits for a release name of 53 characters', () => {
    const demo = manifestsOf(renderAs(release, small))
    for (const manifests of [everything, demo]) {
      for (const manifest of manifests)
        expect(manifest.metadata.name.length, keyOf(manifest)).toBeLessThanOrEqual(
          longest[manifest.kind] ?? 63,
        )
      expect(new Set(manifests.map(keyOf)).size).toBe(manifests.length)
    }
    expect(demo.map(keyOf)).toContain(`Service ${release.slice(0, 49)}-demo-postgres`)
  })

  it('use nameOverride and fullnameOverride, and labels use nameOverride', () => {
    const labelled = manifestsOf(render(external, '--set', 'nameOverride=cms'))
    expect(labelled.map(keyOf)).toContain('Deployment typecase-cms-gateway')
    expect(labelled[0]?.metadata.labels?.['app.kubernetes.io/name']).toBe('cms')
    const full = manifestsOf(render(external, '--set', 'fullnameOverride=press'))
    expect(full.filter(({ metadata }) => !metadata.name.startsWith('press'))).toEqual([])
    const [gateway] = full.filter((manifest) => keyOf(manifest) === 'Deployment press-gateway')
    const env = (gateway && podOf(gateway)?.containers[0]?.env) ?? []
    expect(env).toContainEqual({ name: 'CONTENT_URL', value: 'press-content:50052' })
  })
})

describe('service accounts', () => {
  const accountsOf = (manifests: readonly Manifest[]) =>
    new Map(
      manifests.flatMap((manifest) =>
        podOf(manifest) ? [[keyOf(manifest), podOf(manifest)?.serviceAccountName]] : [],
      ),
    )

  it('are one for the pods and one for the hooks, which run before the account of the pods exists', () => {
    const accounts = everything.filter(({ kind }) => kind === 'ServiceAccount')
    expect(accounts.map(({ metadata }) => metadata.name)).toEqual([release, `${release}-hooks`])
    for (const { metadata } of accounts)
      expect(metadata).toMatchObject({ annotations: { 'example.org/role': 'cms' } })
    const hook = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-10' }
    expect(accounts[1]?.metadata).toMatchObject({ annotations: hook })
    for (const [workload, account] of accountsOf(everything))
      expect(account, workload).toBe(workload.startsWith('Job ') ? `${release}-hooks` : release)
  })

  it('can be replaced by an existing one', () => {
    const manifests = manifestsOf(
      render(external, '--set', 'serviceAccount.create=false,serviceAccount.name=cms'),
    )
    expect(manifests.filter(({ kind }) => kind === 'ServiceAccount')).toEqual([])
    expect(new Set(accountsOf(manifests).values())).toEqual(new Set(['cms']))
  })
})

describe('the settings of the pods', () => {
  const pods = everything.flatMap((manifest) => {
    const pod = podOf(manifest)
    return pod ? [{ name: keyOf(manifest), pod, isJob: manifest.kind !== 'Deployment' }] : []
  })
  const podNamed = (end: string) => pods.find(({ name }) => name.endsWith(end))?.pod

  it('in `defaults` apply to every pod: services, hooks and the CronJob', () => {
    expect(pods).toHaveLength(13)
    for (const { name, pod } of pods) {
      expect(pod, name).toMatchObject({
        runtimeClassName: 'gvisor',
        affinity: { nodeAffinity: {} },
        hostAliases: [{ ip: '10.0.0.1' }],
        dnsPolicy: 'None',
        dnsConfig: { nameservers: ['10.0.0.2'] },
        initContainers: [{ name: 'wait' }],
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      })
      expect(pod.volumes, name).toContainEqual({ name: 'ca', configMap: { name: 'ca' } })
      expect(pod.containers[0], name).toMatchObject({ envFrom: [{ configMapRef: { name: 'proxies' } }] })
      expect(pod.containers[0]?.volumeMounts, name).toContainEqual({
        name: 'ca',
        mountPath: '/etc/ca',
        readOnly: true,
      })
      expect(pod.containers[0]?.securityContext, name).toMatchObject({
        runAsUser: 20001,
        readOnlyRootFilesystem: true,
      })
    }
  })

  it('add labels and annotations to every pod, but never replace the labels that select it', () => {
    for (const manifest of everything.filter((each) => podOf(each))) {
      const { template, jobTemplate } = manifest.spec as Record<
        'template' | 'jobTemplate',
        { metadata: object; spec: { template: object } }
      >
      expect(jobTemplate?.spec.template ?? template, keyOf(manifest)).toMatchObject({
        metadata: {
          labels: { 'example.org/tier': 'backend' },
          annotations: { 'example.org/scrape': 'false' },
        },
      })
    }
    expect(JSON.stringify(everything)).not.toContain('ignored')
  })

  it('can remove a default of the chart with null', () => {
    for (const { pod } of pods)
      expect(Object.keys(pod.securityContext)).toEqual([
        'fsGroupChangePolicy',
        'runAsGroup',
        'runAsNonRoot',
        'seccompProfile',
        'supplementalGroups',
      ])
  })

  it('add neither sidecars, which never exit, nor server settings to Jobs', () => {
    for (const { name, pod, isJob } of pods) {
      expect(pod.containers.length, name).toBe(isJob ? 1 : 2)
      expect(pod.terminationGracePeriodSeconds, name).toBe(isJob ? undefined : 60)
    }
  })

  it('of a component take precedence over `defaults`, even if they are false, 0 or empty', () => {
    const themes = everything.find((each) => keyOf(each) === `Deployment ${release}-themes`)
    expect(themes?.spec).toMatchObject({ replicas: 0 })
    expect(podNamed('-themes')).not.toHaveProperty('tolerations')
    expect(podNamed('-media')).toMatchObject({
      priorityClassName: 'important',
      tolerations: [{ key: 'cms' }],
    })
    expect(podNamed('-typecase-backup')).toMatchObject({ priorityClassName: 'low' })
    expect(podNamed('-migrate-media')).toMatchObject({
      nodeSelector: { pool: 'jobs', 'kubernetes.io/arch': 'amd64' },
    })
  })

  it('replace variables of the chart without duplicates', () => {
    const envOf = (end: string) => podNamed(end)?.containers[0]?.env ?? []
    expect(envOf('-media')).toContainEqual({
      name: 'POD_IP',
      valueFrom: { fieldRef: { fieldPath: 'status.podIP' } },
    })
    expect(envOf('-media').filter(({ name }) => name === 'DATABASE_SCHEMA')).toEqual([
      { name: 'DATABASE_SCHEMA', value: 'press' },
    ])
    const keys = envOf('-themes').filter(({ name }) => name.startsWith('SERVICE_KEYS'))
    expect(keys).toEqual([{ name: 'SERVICE_KEYS', value: 'off' }])
  })

  it('make a spread constraint without a selector select the pods of its component', () => {
    expect(podNamed('-media')?.topologySpreadConstraints).toEqual([
      {
        maxSkew: 2,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'media' }) },
      },
    ])
  })
})
