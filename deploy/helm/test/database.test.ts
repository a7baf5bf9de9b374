/** Database settings of the chart; see docs/database.md. */
import { describe, expect, it } from 'vitest'
import { examples, render } from '../src/chart.ts'
import { manifestsOf } from '../src/manifests.ts'
import { podOf } from './rendered.ts'

const { values = '' } = examples.find(({ name }) => name === 'external') ?? {}

function podsWith(...settings: string[]) {
  const flags = settings.flatMap((setting) => ['--set', setting])
  return manifestsOf(render(values, ...flags)).flatMap((manifest) => {
    const pod = podOf(manifest)
    return pod?.containers[0]?.env?.some(({ name }) => name === 'DATABASE_URL_FILE')
      ? [{ name: manifest.metadata.name, pod }]
      : []
  })
}
const variablesOf = (env: readonly { name: string; value: string }[] = []) =>
  Object.fromEntries(
    env.filter(({ name }) => name.startsWith('DATABASE_')).map(({ name, value }) => [name, value]),
  )

describe('the database of the services', () => {
  it('has the configured pool size, for all services or for one', () => {
    const sizes = Object.fromEntries(
      podsWith('database.poolSize=4', 'services.content.env.DATABASE_POOL_SIZE=7').map(({ name, pod }) => [
        name,
        variablesOf(pod.containers[0]?.env).DATABASE_POOL_SIZE,
      ]),
    )
    expect(sizes).toMatchObject({
      'typecase-identity': '4',
      'typecase-migrate-media': '4',
      'typecase-content': '7',
    })
  })

  it.each([false, true])('also has a direct URL behind a pooler (keyPerService: %s)', (keyPerService) => {
    const pods = podsWith(
      'database.poolMode=transaction',
      `database.keyPerService=${keyPerService}`,
      'backup.enabled=false',
    )
    expect(pods.length).toBe(10)
    for (const { name, pod } of pods) {
      const urlKey = keyPerService ? `url-${name.replace(/^typecase-(migrate-)?/, '')}` : 'url'
      expect(variablesOf(pod.containers[0]?.env)).toMatchObject({
        DATABASE_URL_FILE: `/secrets/database/${urlKey}`,
        DATABASE_DIRECT_URL_FILE: `/secrets/database/direct-${urlKey}`,
        DATABASE_POOL_MODE: 'transaction',
      })
      const items = pod.volumes.find((volume) => volume.name === 'database')?.secret?.items
      const keys = [`direct-${urlKey}`, urlKey]
      expect(items).toEqual(keyPerService ? keys.map((key) => ({ key, path: key })) : undefined)
    }
  })

  it('is backed up over the direct URL behind a pooler', () => {
    const backup = podsWith('database.poolMode=transaction').find(({ name }) => name.endsWith('-backup'))
    expect(variablesOf(backup?.pod.containers[0]?.env).DATABASE_DIRECT_URL_FILE).toBe(
      '/secrets/database/direct-url',
    )
  })
})
