/** Runs concurrent calls in rounds and checks the result after each round. */
import { expect, it } from 'vitest'
import type { Answer } from './api.ts'

export const rounds = Number(process.env.RACE_ROUNDS ?? 5)

export const callers = 8

export const each = <T>(call: (n: number) => Promise<T>, count = callers): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))
export const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort()

export const oneThen = (first: number, others: number): number[] => [
  first,
  ...Array.from({ length: callers - 1 }, () => others),
]

export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Defines a test. A round returns an error or undefined. All rounds run, so that errors can be counted. */
export function race(title: string, round: (n: number) => Promise<string | undefined>, times = rounds): void {
  it(
    title,
    async () => {
      const violations: string[] = []
      for (let n = 0; n < times; n++) {
        const wrong = await round(n)
        if (wrong !== undefined) violations.push(`round ${n}: ${wrong}`)
      }
      expect(violations).toEqual([])
    },
    60_000 + times * 10_000,
  )
}

export const differs = (what: string, actual: unknown, expected: unknown): string | undefined => {
  const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)]
  return actualText === expectedText ? undefined : `${what}: ${actualText} instead of ${expectedText}`
}

export const unexpected = (answers: readonly Answer[], allowed: readonly number[]): string | undefined =>
  answers.find(({ status }) => !allowed.includes(status))?.text
