/** Every alert is fired once, by the Prometheus that will judge it. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { label } from '@typecase/testing/infra'
import { promtool } from '@typecase/testing/promtool'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { committed } from '../src/chart.ts'

const folder = fileURLToPath(new URL('../../observability', import.meta.url))
const tool = await promtool()

describe.skipIf(tool.skip !== undefined)(label('the alerts', tool.skip), () => {
  const run = (...args: readonly string[]) => execFileSync(tool.program ?? '', args, { cwd: folder, encoding: 'utf8' })

  it('are rules that Prometheus takes, and rest while all is well, and fire when it is not', () => {
    expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })

  it('are all in that trial', () => {
    const rules = parse(committed(`${folder}/alerts.yaml`) ?? '') as { groups: { rules: { alert: string }[] }[] }
    const trial = committed(`${folder}/alerts.test.yaml`) ?? ''
    for (const { alert } of rules.groups.flatMap((group) => group.rules)) {
      expect(trial).toContain(`alertname: ${alert}, exp_alerts: []`)
      expect(trial).toContain(`{alertname="${alert}"}`)
    }
  })
})
