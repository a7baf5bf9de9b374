/** Real servers for tests, one of each kind per test run, started on first use (see setup.ts). */
import type { S3Access } from './backing/s3-server.ts'

/** Address of a server. Without a server, `skip` is the reason, which {@link label} adds to the test name. */
export type Infra<T> =
  | (T & { readonly skip?: undefined })
  | ({ readonly skip: string } & { readonly [K in keyof T]?: undefined })

export type InfraName = 'postgres' | 'pgbouncer' | 'nats' | 's3'

/** Environment variable with the address at which test workers request servers. */
export const brokerVariable = 'TYPECASE_TEST_INFRA'

/** One PostgreSQL database for all tests; use the schema name from `freshSchema`. */
export const testPostgres = (): Promise<Infra<{ readonly url: string; readonly superuserUrl: string }>> =>
  requestServer('postgres')

/** PgBouncer in transaction mode, with two connections to that PostgreSQL. */
export const testPgBouncer = (): Promise<Infra<{ readonly url: string; readonly directUrl: string }>> =>
  requestServer('pgbouncer')

/** NATS with JetStream for all tests; use names from `freshNames`. */
export const testNats = (): Promise<Infra<{ readonly url: string }>> => requestServer('nats')

/** An S3 server for all tests; create your own bucket with `freshBucket`. */
export const testS3 = (): Promise<Infra<S3Access>> => requestServer('s3')

/** Name of a test group, with the reason when it is skipped. */
export const label = (name: string, skip: string | undefined): string =>
  skip === undefined ? name : `${name} (skipped: ${skip})`

async function requestServer<T>(name: InfraName): Promise<Infra<T>> {
  const address = process.env[brokerVariable]
  const answer = address
    ? ((await (await fetch(`${address}/${name}`)).json()) as Infra<T>)
    : ({ skip: 'needs vitest with the global setup of @typecase/testing' } as Infra<T>)
  if (answer.skip !== undefined && process.env.REQUIRE_INFRA)
    throw new Error(`REQUIRE_INFRA is set: ${answer.skip}`)
  return answer
}
