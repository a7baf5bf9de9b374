/**
 * Tests the services' role in a new data folder, and in a data folder of an earlier version, which used only
 * the superuser.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandFor, postgresAccount } from '../src/account.ts'
import { type EmbeddedPostgres, postgresBinaries, startEmbeddedPostgres } from '../src/index.ts'
import { socketFolder } from '../src/socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-roles-'))
chmodSync(folder, 0o711)
let server: EmbeddedPostgres | undefined

afterEach(async () => {
  await server?.stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  server = await startEmbeddedPostgres({ dataDir, safety: 'fast', log: () => undefined })
  return server
}

async function rows(
  connectionString: string,
  ...statements: readonly string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let last: Record<string, unknown>[] = []
    for (const statement of statements) last = (await client.query(statement)).rows
    return last
  } finally {
    await client.end()
  }
}

const errorCodeOf = (connectionString: string, statement: string): Promise<string> =>
  rows(connectionString, statement).then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  )

const privilegesQuery =
  'select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolcanlogin'
const noPrivileges = {
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
}
const insufficientPrivilege = '42501'

async function expectUnprivileged({ url, superuserUrl }: EmbeddedPostgres): Promise<void> {
  const all = await rows(superuserUrl, `${privilegesQuery} order by rolname`)
  expect(all.map(({ rolname }) => rolname)).toEqual(['typecase', 'typecase_services'])
  expect(all[1]).toEqual({ rolname: 'typecase_services', ...noPrivileges })
  expect(await rows(url, 'select current_user::text as name')).toEqual([{ name: 'typecase_services' }])
  expect(await errorCodeOf(url, `select pg_read_file('/etc/passwd')`)).toBe(insufficientPrivilege)
  expect(await errorCodeOf(url, `copy (select 1) to program 'id'`)).toBe(insufficientPrivilege)
  expect(await errorCodeOf(url, 'alter role typecase_services superuser')).toBe(insufficientPrivilege)
  expect(await errorCodeOf(url, 'create role another')).toBe(insufficientPrivilege)
}

describe('the socket of the server', () => {
  const isTcp = 'select inet_client_addr() is not null as tcp'

  it('serves the same database as TCP, even after the server was killed', async () => {
    const dataDir = join(folder, 'socket')
    const { port, url, socketUrl, kill, ended } = await start(dataDir)
    expect([await rows(url, isTcp), await rows(socketUrl, isTcp)]).toEqual([
      [{ tcp: true }],
      [{ tcp: false }],
    ])
    expect(await errorCodeOf(socketUrl, 'create role another')).toBe(insufficientPrivilege)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    kill('SIGKILL')
    await ended
    const lock = join(dataDir, `.s.PGSQL.${port}.lock`)
    writeFileSync(lock, `${process.pid}\n`)
    server = await startEmbeddedPostgres({ dataDir, port, safety: 'fast', log: () => undefined })
    expect(await rows(server.socketUrl, isTcp)).toEqual([{ tcp: false }])
  })

  it('is disabled if its path is too long or contains a comma, which separates paths in PostgreSQL', () => {
    expect(socketFolder(`/${'a'.repeat(90)}`, 54321)).toBe(`/${'a'.repeat(90)}`)
    expect(socketFolder(`/${'a'.repeat(92)}`, 54321)).toBeUndefined()
    expect(socketFolder('/data,more', 54321)).toBeUndefined()
  })
})

describe('the role of the services', () => {
  it('owns its database and has no other privileges', async () => {
    const fresh = await start(join(folder, 'fresh'))
    await expectUnprivileged(fresh)
    await rows(fresh.url, 'create schema content', 'create table content.posts (id int)')
    const wrongPassword = fresh.url.replace(/:[0-9a-f]+@/, ':wrong@')
    expect(await errorCodeOf(wrongPassword, 'select 1')).toBe('28P01')
    expect(await errorCodeOf(fresh.superuserUrl.replace(/:[0-9a-f]+@/, '@'), 'select 1')).not.toBe('allowed')
  }, 60_000)

  it("owns the superuser's objects after an upgrade, and after a rollback and another upgrade", async () => {
    const dataDir = join(folder, 'earlier')
    await earlierLayout(dataDir)
    const upgraded = await start(dataDir)
    await expectUnprivileged(upgraded)
    await changeOwnObjects(upgraded.url)
    const secret = readFileSync(`${dataDir}.password`, 'utf8')
    expect(upgraded.url).not.toContain(secret)
    // After a rollback the earlier version creates objects as superuser. The next upgrade transfers them.
    await rows(
      `postgres://typecase:${secret}@127.0.0.1:${upgraded.port}/typecase`,
      'select * from content.posts',
      'create table content.made_after_rollback (id int)',
    )
    await upgraded.stop()
    const again = await start(dataDir)
    await expectUnprivileged(again)
    expect(again.url.replace(/:\d+\//, '')).toBe(upgraded.url.replace(/:\d+\//, ''))
    expect(await rows(again.url, 'select count(*)::int as count from content.posts')).toEqual([{ count: 2 }])
    expect(await objectsOfOthers(again.superuserUrl)).toEqual([])
  }, 60_000)
})

/** The layout of an earlier version: one role, `typecase`, superuser and owner of everything. */
async function earlierLayout(dataDir: string): Promise<void> {
  const binaries = await postgresBinaries()
  const account = postgresAccount(dataDir, binaries)
  const { uid, gid } = account
  const run = (program: string, args: readonly string[], input?: string) => {
    const { command, args: all } = commandFor(account, program, args)
    execFileSync(command, all, {
      uid,
      gid,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { LC_ALL: 'C', TZ: 'UTC' },
      input,
    })
  }
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(`${dataDir}.password`, '0123456789abcdef', { mode: 0o600 })
  if (uid !== undefined && gid !== undefined)
    for (const path of [dataDir, `${dataDir}.password`]) chownSync(path, uid, gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  run(binaries.initdb, [
    '-D',
    dataDir,
    '-U',
    'typecase',
    `--pwfile=${dataDir}.password`,
    '--auth=scram-sha-256',
    ...locale,
    '--no-sync',
  ])
  run(binaries.postgres, ['--single', '-D', dataDir, 'postgres'], 'create database typecase\n')
  run(binaries.postgres, ['--single', '-D', dataDir, 'typecase'], `${earlierObjects.join('\n')}\n`)
  expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
}

const earlierObjects = [
  'create schema content',
  `create type content.state as enum ('draft', 'published')`,
  'create domain content.slug as text',
  'create sequence content.numbers',
  'create table content.posts (id bigint generated always as identity, at serial, state content.state, slug content.slug)',
  `insert into content.posts (state, slug) values ('draft', 'one')`,
  'create view content.drafts as select * from content.posts',
  'create materialized view content.counted as select count(*) from content.posts',
  'create index on content.posts (slug)',
  'create table content.parts (id int) partition by range (id)',
  'create table content.part_one partition of content.parts for values from (0) to (10)',
  'create function content.touch() returns trigger language plpgsql as $$ begin return new; end $$',
  'create trigger touch before insert on content.posts for each row execute function content.touch()',
  'create table public.beside (id int)',
]

/** Runs statements that migrations, restores and services run on their own objects. */
const changeOwnObjects = (url: string) =>
  rows(
    url,
    `insert into content.posts (state, slug) values ('published', 'two')`,
    'alter table content.posts add column more text',
    'alter table content.posts disable trigger user',
    'alter table content.posts enable trigger user',
    `alter type content.state add value 'trash'`,
    'alter domain content.slug set not null',
    `select setval('content.numbers', 7)`,
    `select setval(pg_get_serial_sequence('content.posts', 'id'), 7)`,
    'refresh materialized view content.counted',
    'create or replace view content.drafts as select * from content.posts',
    'create or replace function content.touch() returns trigger language plpgsql as $$ begin return null; end $$',
    'drop table content.part_one',
    'drop table public.beside',
    'create schema another',
  )

const objectsOfOthers = (url: string) =>
  rows(
    url,
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname in ('content', 'another') and relowner <> 'typecase_services'::regrole
     union all select nspname from pg_namespace where nspname in ('content', 'another') and nspowner <> 'typecase_services'::regrole
     union all select typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
       where nspname = 'content' and typowner <> 'typecase_services'::regrole
     union all select datname from pg_database where datname = 'typecase' and datdba <> 'typecase_services'::regrole`,
  )
