import { randomBytes } from 'node:crypto'

export interface FreshNames {
  readonly stream: string
  /** An unused prefix of subjects and durable names, without a dot. */
  readonly prefix: string
}

/** Names for one test file, so that files can share one NATS server. */
export function freshNames(name: string): FreshNames {
  const unique = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}_${randomBytes(4).toString('hex')}`
  return { stream: `TEST_${unique.toUpperCase()}`, prefix: `test_${unique}` }
}
