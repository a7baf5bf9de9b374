/** The chart's README, its notes, and its error messages for invalid values. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { committed, examples, readmeFile, readmeText, render, valuesFile } from '../src/chart.ts'
import { manifestsOf } from '../src/manifests.ts'
import { documentedValues, readmeWith, undocumentedValues } from '../src/readme.ts'

const notesFile = fileURLToPath(new URL('values/notes.yaml', import.meta.url))
const values = committed(valuesFile) ?? ''
const valuesOf = (example: string) => examples.find(({ name }) => name === example)?.values ?? ''

describe('the README', () => {
  it('has up-to-date tables of values', () => {
    expect(committed(readmeFile), 'run `npm run helm`').toBe(readmeText())
  })

  it('describes every value once', () => {
    expect(undocumentedValues(values)).toEqual([])
    expect(undocumentedValues('a: 1\nb:\n  # -- Described.\n  c: {}\n  d: []\n')).toEqual(['a', 'b.d'])
    const paths = documentedValues(values).map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('joins the lines of a description, and shows the default value', () => {
    const yaml =
      '# @section Names\nouter:\n  # A remark.\n  plain: 1\n  # -- One | two,\n  # three.\n  inner: [a]\n'
    const readme = readmeWith('<!-- values: written by npm run helm --><!-- end of values -->', yaml)
    expect(readme).toContain('### Names')
    expect(readme).toContain('| `outer.inner` | `["a"]` | One \\| two, three. |')
    expect(readme).not.toContain('plain')
    expect(() => readmeWith('# Chart', yaml)).toThrow('the README has no')
  })
})

describe('the notes', () => {
  const notes = (example: string, ...more: string[]) => {
    const manifests = manifestsOf(render(valuesOf(example), '--values', notesFile, ...more))
    const found = manifests.find(({ metadata }) => metadata.name === 'notes') as
      | { data?: { notes: string } }
      | undefined
    return found?.data?.notes ?? ''
  }

  it('explain how to open a demo and log in, and that it is a demo', () => {
    const text = notes('small')
    expect(text).toContain('kubectl -n typecase port-forward service/typecase-gateway 3000 3001')
    expect(text).toContain('User admin, password admin-password.')
    expect(text).toContain('This is a demo')
  })

  it("say where to find the first administrator's password", () => {
    const named = notes('external')
    expect(named).toContain(`get secret cms-admin -o go-template='{{index .data "password" | base64decode}}'`)
    expect(named).not.toContain('port-forward')
    expect(named).not.toContain('which httpRoute does not list')
    const logged = notes('external', '--set', 'admin.existingSecret=')
    expect(logged).toContain("logs deployment/typecase-identity | grep 'First administrator'")
  })

  it('warn of insecure settings', () => {
    const settings =
      'serviceKeys.enabled=false,backup.enabled=false,s3.existingSecret=,publicUrl=http://other.example.org'
    const text = notes('external', '--set', settings)
    for (const warning of [
      'serviceKeys.enabled is false',
      'backup.enabled is false',
      's3.existingSecret is empty',
      'in the clear',
    ])
      expect(text).toContain(warning)
    expect(text).toContain('publicUrl has the host other.example.org, which httpRoute does not list.')
  })

  it('compare public URLs with hosts that contain a wildcard', () => {
    const hosts = 'httpRoute.hosts[0].service=site,httpRoute.hosts[0].host=*.example.com'
    const urls = 'publicUrl=https://cms.example.org,publicSiteUrl=https://www.example.com'
    const text = notes('external', '--set', `${hosts},${urls}`)
    expect(text).toContain('publicUrl has the host cms.example.org, which httpRoute does not list.')
    expect(text).not.toContain('publicSiteUrl has the host')
  })
})

describe('an invalid value', () => {
  it.each([
    ['podSecurityContxt', 'defaults.podSecurityContxt.runAsUser=1'],
    ['services.media.extraEnv.0', 'services.media.extraEnv[0].valueFromm=x'],
    ['ingress.hosts.0.service', 'ingress.hosts[0].host=a.example.org,ingress.hosts[0].service=admin'],
    ['networkPolicy.extraEgress.0', 'networkPolicy.extraEgress[0].form=x'],
    ['commonLabels.team', 'commonLabels.team=1'],
    ['migrations', 'migrations.extraContainers=x'],
    ['env sets SITE_PORT', 'services.gateway.env.SITE_PORT=8080'],
    ['nats.prefix', 'nats.prefix=blog-rendering'],
    ['cms.example.org/ is listed twice', 'httpRoute.siteHost=cms.example.org'],
    ['httpRoute.parentRefs', 'httpRoute.parentRefs={}'],
  ])('is reported with "%s"', (message, setting) => {
    expect(() => render(valuesOf('external'), '--set', setting)).toThrow(message)
  })
})
