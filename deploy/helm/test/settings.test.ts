import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queueNames } from '@typecase/messaging/work-queue'
import { afterAll, describe, expect, it } from 'vitest'
import { examples, render } from '../src/chart.ts'
import { names, of } from './rendered.ts'

describe('a setting in `env`', () => {
  const small = examples.find(({ name }) => name === 'small')?.values ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'typecase-values-'))

  afterAll(() => rmSync(folder, { recursive: true }))
  const rendered = (value: string) => {
    const file = join(folder, 'values.yaml')
    writeFileSync(file, `env: { SETTING: ${value} }\n`)
    return render(small, '--values', file)
  }

  it.each([
    ['524288000', '524288000'],
    ['0', '0'],
    ['-3', '-3'],
    ['0.25', '0.25'],
    ['true', 'true'],
    ['9007199254740991', '9007199254740991'],
    ['"007"', '007'],
  ])('preserves %s exactly', (value, expected) => {
    expect(rendered(value)).toContain(`{ name: SETTING, value: "${expected}" }`)
  })

  it('is rejected if it is a number whose last digits Helm would change', () => {
    expect(() => rendered('12345678901234567890')).toThrow('quote it in the values')
  })
})

describe('the gateway', () => {
  const small = examples.find(({ name }) => name === 'small')?.values ?? ''
  const trusted = (text: string) => /name: TRUST_PROXY, value: "(.*)"/.exec(text)?.[1]

  it('trusts one proxy behind an Ingress or HTTPRoute, so that rate limits apply per client', () => {
    expect(trusted(render(small, '--set', 'ingress.enabled=true'))).toBe('1')
    expect(
      trusted(render(small, '--set', 'httpRoute.enabled=true,httpRoute.parentRefs[0].name=public')),
    ).toBe('1')
  })

  it('trusts as many proxies as the values set', () => {
    expect(
      trusted(
        render(small, '--set', 'ingress.enabled=true', '--set-string', 'services.gateway.env.TRUST_PROXY=2'),
      ),
    ).toBe('2')
  })

  it('trusts no proxy if clients connect directly', () => {
    expect(
      trusted(render(small, '--set', 'ingress.enabled=false', '--set', 'httpRoute.enabled=false')),
    ).toBeUndefined()
  })
})

describe('the autoscaling', () => {
  it('of the publisher follows the length of its queue if KEDA is used, otherwise its CPU load', () => {
    expect(names('ha', 'ScaledObject')).toEqual(['typecase-publisher'])
    expect(names('ha', 'HorizontalPodAutoscaler')).toEqual([
      'typecase-gateway',
      'typecase-identity',
      'typecase-content',
    ])
    expect(names('external', 'HorizontalPodAutoscaler')).toEqual(['typecase-publisher'])
    const scaled = of('ha').find(({ kind }) => kind === 'ScaledObject')?.spec as {
      triggers: { metadata: Record<string, string> }[]
    }
    const { stream, consumer } = queueNames('typecase', 'rendering')
    expect(scaled.triggers[0]?.metadata).toMatchObject({ stream, consumer })
    expect(names('small', 'PodDisruptionBudget')).toEqual([])
    expect(names('ha', 'PodDisruptionBudget')).toHaveLength(6)
  })
})
