/** Real servers for tests, one of each per run, started on first use (see setup.ts). */
import type { S3Access } from './backing/s3-server.ts'

/** Address, or the reason why it is unavailable, for the name of the test: see {@link label}. */
export type Infra<T> =
  | (T & { readonly skip?: undefined })
  | ({ readonly skip: string } & { readonly [K in keyof T]?: undefined })

export type InfraName = 'postgres' | 'pgbouncer' | 'nats' | 's3'

/** Variable with the address where test workers request servers. */
export const askVariable = 'TYPECASE_TEST_INFRA'

/** One PostgreSQL database for all tests; create your own schema with `freshSchema`. */
export const testPostgres = (): Promise<Infra<{ readonly url: string; readonly superuserUrl: string }>> =>
  ask('postgres')

/** PgBouncer in transaction mode, with two connections to that PostgreSQL. */
export const testPgBouncer = (): Promise<Infra<{ readonly url: string; readonly directUrl: string }>> =>
  ask('pgbouncer')

/** NATS with JetStream for all tests; use names from `freshNames`. */
export const testNats = (): Promise<Infra<{ readonly url: string }>> => ask('nats')

/** An S3 server for all tests; create your own bucket with `freshBucket`. */
export const testS3 = (): Promise<Infra<S3Access>> => ask('s3')

/** Name of a test group, with the reason when it is skipped. */
export const label = (name: string, skip: string | undefined): string =>
  skip === undefined ? name : `${name} (skipped: ${skip})`

async function ask<T>(name: InfraName): Promise<Infra<T>> {
  const address = process.env[askVariable]
  const answer = address
    ? ((await (await fetch(`${address}/${name}`)).json()) as Infra<T>)
    : ({ skip: 'needs vitest with the global setup of @typecase/testing' } as Infra<T>)
  if (answer.skip !== undefined && process.env.REQUIRE_INFRA)
    throw new Error(`REQUIRE_INFRA is set: ${answer.skip}`)
  return answer
}
