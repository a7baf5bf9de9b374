/**
 * Real servers for tests, one of each a run. They are started by the first test that asks (see setup.ts), so a run of
 * unit tests starts none.
 */
import type { S3Access } from './backing/s3-server.ts'

/** Where it is, or why it cannot be had; a reason belongs in the test's name, see {@link label}. */
export type Infra<T> =
  | (T & { readonly skip?: undefined })
  | ({ readonly skip: string } & { readonly [K in keyof T]?: undefined })

export type InfraName = 'postgres' | 'pgbouncer' | 'nats' | 's3'

/** The variable that tells test workers where to ask. */
export const askVariable = 'TYPECASE_TEST_INFRA'

/** PostgreSQL with one database for all; take a schema of your own with `freshSchema`. */
export const testPostgres = (): Promise<Infra<{ readonly url: string; readonly superuserUrl: string }>> =>
  ask('postgres')

/** PgBouncer in transaction mode, with two connections to that PostgreSQL. */
export const testPgBouncer = (): Promise<Infra<{ readonly url: string; readonly directUrl: string }>> =>
  ask('pgbouncer')

/** NATS with JetStream, for all; take names of your own with `freshNames`. */
export const testNats = (): Promise<Infra<{ readonly url: string }>> => ask('nats')

/** An S3 server for all; take a bucket of your own with `freshBucket`. */
export const testS3 = (): Promise<Infra<S3Access>> => ask('s3')

/** The name of a group of tests, with the reason when it is skipped. */
export const label = (name: string, skip: string | undefined): string =>
  skip === undefined ? name : `${name} (skipped: ${skip})`

async function ask<T>(name: InfraName): Promise<Infra<T>> {
  const address = process.env[askVariable]
  const answer = address
    ? ((await (await fetch(`${address}/${name}`)).json()) as Infra<T>)
    : ({ skip: 'not run by vitest with the global setup of @typecase/testing' } as Infra<T>)
  if (answer.skip !== undefined && process.env.REQUIRE_INFRA)
    throw new Error(`REQUIRE_INFRA is set: ${answer.skip}`)
  return answer
}
