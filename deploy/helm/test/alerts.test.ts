/** Fires every alert, with Prometheus' promtool. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { label } from '@typecase/testing/infra'
import { promtool } from '@typecase/testing/promtool'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { committed } from '../src/chart.ts'
import { of, services } from './rendered.ts'

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

const folder = fileURLToPath(new URL('../../observability', import.meta.url))
const tool = await promtool()

describe.skipIf(tool.skip !== undefined)(label('the alerts', tool.skip), () => {
  const run = (...args: readonly string[]) =>
    execFileSync(tool.program ?? '', args, { cwd: folder, encoding: 'utf8' })

  it('are valid, silent in normal operation, and fire in the test cases', () => {
    expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  it('are all covered by the test cases and the runbook', () => {
    const rules = parse(committed(`${folder}/alerts.yaml`) ?? '') as Rules
    const runbook = committed(`${folder}/../../docs/observability.md`) ?? ''
    const testCases = committed(`${folder}/alerts.test.yaml`) ?? ''
    for (const { alert } of rules.groups.flatMap((group) => group.rules)) {
      expect(testCases).toContain(`alertname: ${alert}, exp_alerts: []`)
      expect(testCases).toContain(`{alertname="${alert}"}`)
      expect(runbook).toContain(`\n### ${alert}\n`)
    }
  })

  it('have labels that distinguish installations that share a Prometheus', () => {
    const group = of('ha').find(({ kind }) => kind === 'PrometheusRule')?.spec as unknown as Rules
    const all = group.groups.flatMap(({ rules }) => rules)
    const absent = all.find(({ alert }) => alert === 'TypecaseServiceNotScraped')?.expr ?? ''
    const scoped = services.map(
      (name) => `absent(up{namespace="typecase", release="typecase", job="typecase-${name}"})`,
    )
    expect(absent.split(' or ').toSorted()).toEqual(scoped.toSorted())
    for (const { alert, expr } of all.filter(({ expr }) => expr.includes('typecase_')))
      for (const [grouping] of expr.matchAll(/\b(?:by|on) \([^)]*/g))
        expect(grouping, alert).toContain('(namespace, release')
  })
})
