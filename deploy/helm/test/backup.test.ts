import { backupConfig } from '@typecase/backup'
import { describe, expect, it } from 'vitest'
import { committed, copiedFiles, examples, render, renderAs } from '../src/chart.ts'
import { type Manifest, manifestsOf, typeErrors } from '../src/manifests.ts'
import { of, podOf } from './rendered.ts'

describe('the backup', () => {
  const external = examples.find(({ name }) => name === 'external')?.values ?? ''
  const ofKind = (manifests: readonly Manifest[], kind: string) =>
    manifests.find((each) => each.kind === kind)

  it('is created by a CronJob that sets all variables of the program; the alerts match its name', () => {
    const job = ofKind(of('external'), 'CronJob')
    const alerts = committed(copiedFiles[0]?.[0] ?? '') ?? ''
    const [, pattern = ''] = /cronjob=~"([^"]+)"/.exec(alerts) ?? []
    expect(job?.metadata.name).toMatch(new RegExp(`^${pattern}$`))
    const [container] = (job && podOf(job))?.containers ?? []
    expect(container?.args).toEqual(['deploy/backup/src/main.ts', 'make'])
    const set = new Set(container?.env?.map((variable) => variable.name.replace(/_FILE$/, '')))
    const read = new Set<string>()
    expect(() =>
      backupConfig(new Proxy({}, { get: (_env, key) => void read.add(String(key).replace(/_FILE$/, '')) })),
    ).toThrow()
    // The chart sets this variable only behind a pooler.
    const direct = 'DATABASE_DIRECT_URL'
    expect([...set, direct].toSorted()).toEqual([...read].toSorted())
    const long = manifestsOf(renderAs('x'.repeat(53), external))
    expect(ofKind(long, 'CronJob')?.metadata.name).toBe(`${'x'.repeat(36)}-typecase-backup`)
  })

  it('is restored when the release is installed: after the migrations, before the services', () => {
    const manifests = manifestsOf(
      render(external, '--set', 'backup.existingClaim=copies', '--set', 'backup.restore=latest'),
    )
    const jobs = manifests.filter(({ kind }) => kind === 'Job')
    const hooksOf = (name: string) =>
      (
        jobs.find(({ metadata }) => metadata.name === name)?.metadata as
          | { annotations?: Record<string, string> }
          | undefined
      )?.annotations
    expect(hooksOf('typecase-restore')).toMatchObject({
      'helm.sh/hook': 'pre-install',
      'helm.sh/hook-weight': '5',
    })
    expect(hooksOf('typecase-migrate-content')?.['helm.sh/hook']).toContain('pre-install')
    expect(typeErrors(manifests)).toEqual([])
    expect(ofKind(manifests, 'PersistentVolumeClaim')).toBeUndefined()
  }, 60_000)

  it('is refused for contradictory values or an invalid schedule', () => {
    expect(() => render(external, '--set', 'database.keyPerService=true')).toThrow(
      'backups of several databases are not consistent with each other',
    )
    expect(() => render(external, '--set', 'backup.restore=latest')).toThrow(
      'backup.restore needs backup.existingClaim',
    )
    expect(() => render(external, '--set', 'backup.schedule=nightly')).toThrow('schedule')
  })
})
