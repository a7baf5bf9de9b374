import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateAuthority } from '@typecase/testing/certificates'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/log/index.ts'
import { databaseOptions, migrate, openPostgres } from '../../src/postgres/index.ts'

const log = createLogger('test', 'silent')
const { skip, url = '', superuserUrl = '' } = await testPostgres()

/** The server accepts unencrypted connections, and TLS with a certificate for 127.0.0.1. */
describe.skipIf(skip !== undefined)(label('postgres over TLS with a private CA', skip), () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-tls-'))
  const trusted = join(folder, 'trusted.pem')
  const other = join(folder, 'other.pem')

  beforeAll(async () => {
    const authority = certificateAuthority('trusted')
    const { certificate, key } = authority.issue('127.0.0.1')
    writeFileSync(trusted, authority.certificate)
    writeFileSync(other, certificateAuthority('other').certificate)
    await asSuperuser(copyToFile('tls.crt', certificate), copyToFile('tls.key', key))
    await asSuperuser(
      "alter system set ssl_cert_file = 'tls.crt'",
      "alter system set ssl_key_file = 'tls.key'",
    )
    await asSuperuser('alter system set ssl = on', 'select pg_reload_conf()')
  })
  afterAll(async () => {
    await asSuperuser(...['ssl', 'ssl_cert_file', 'ssl_key_file'].map((name) => `alter system reset ${name}`))
    await asSuperuser('select pg_reload_conf()')
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * The server writes the file, so that its account owns the key. COPY escapes line breaks, which printf
   * restores.
   */
  const copyToFile = (file: string, text: string) =>
    `copy (select ${pg.escapeLiteral(text)}) to program 'umask 077; xargs -0 printf > ${file}'`

  async function asSuperuser(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: superuserUrl })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  const withTls = (ca: string, host = '127.0.0.1') => {
    const address = new URL(url)
    address.hostname = host
    address.search = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`
    return address.href
  }
  const open = (address: string) => openPostgres({ url: address, schema: 'public', log })
  const startWith = async (address: string): Promise<string> => {
    const postgres = open(address)
    const failure = await migrate(postgres, {}).catch((error: Error) => error.message)
    await postgres.close()
    return failure ?? 'started'
  }

  it('encrypts the pool and the dedicated connections, and trusts the CA that the URL names', async () => {
    const postgres = open(withTls(trusted))
    const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
    const dedicated = await postgres.dedicated()
    expect((await sql.raw(isEncrypted).execute(postgres.db)).rows).toEqual([{ ssl: true }])
    expect(await dedicated.query(isEncrypted)).toEqual([{ ssl: true }])
    await dedicated.close()
    await postgres.close()
  })

  it('explains why it refuses a certificate of another CA or for another host', async () => {
    const { port } = new URL(url)
    expect(await startWith(withTls(other))).toMatch(
      `DATABASE_URL: the certificate of PostgreSQL at 127.0.0.1:${port} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): sslrootcert must name the file of its CA`,
    )
    expect(await startWith(withTls(trusted, 'localhost'))).toMatch(
      `DATABASE_URL: the certificate of PostgreSQL at localhost:${port} is for another name: Hostname/IP does not match certificate's altnames`,
    )
    const wrong = open(withTls(other))
    await expect(wrong.ping()).rejects.toMatchObject({ kind: 'unavailable', code: 'STORAGE_UNAVAILABLE' })
    await wrong.close()
  })

  it('names the setting whose certificate file is missing', () => {
    const missing = join(folder, 'missing.pem')
    const settings = {
      DATABASE_URL: url,
      DATABASE_POOL_MODE: 'transaction',
      DATABASE_POOL_SIZE: 1,
      DATABASE_SCHEMA: 'public',
    } as const
    expect(() => databaseOptions({ ...settings, DATABASE_DIRECT_URL: withTls(missing) })).toThrow(
      `DATABASE_DIRECT_URL: sslrootcert ${missing} cannot be read (ENOENT)`,
    )
    expect(() => databaseOptions(settings)).toThrow(
      'DATABASE_DIRECT_URL is required with DATABASE_POOL_MODE=transaction',
    )
  })
})
