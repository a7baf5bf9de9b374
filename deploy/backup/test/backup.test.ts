import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { outboxTables } from '@typecase/messaging/outbox'
import { folderBlobStore } from '@typecase/runtime/blobs'
import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres, type Postgres } from '@typecase/runtime/postgres'
import { testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBackup, createBackup, restoreBackup } from '../src/index.ts'

const server = await testPostgres()
const log = createLogger('test', 'silent')

/** A schema with every kind of column and constraint that services use. */
const steps = {
  '0001-initial': {
    up: async (db: Postgres['db']) => {
      await outboxTables(db)
      for (const statement of [
        `create table pages (
          id bigint generated always as identity primary key,
          parent bigint references pages,
          title text not null,
          length integer generated always as (char_length(title)) stored,
          saved_at timestamptz not null,
          metadata jsonb,
          size float8,
          digest bytea,
          tags text[] not null default '{}'
        )`,
        'create table marks (page bigint primary key references pages on delete cascade, changed_in xid8 not null)',
        'create table token (one boolean primary key default true check (one), token bigint not null)',
        'insert into token (token) values (0)',
        `create function mark() returns trigger language plpgsql set search_path from current as $$
          begin
            insert into marks values (new.id, pg_current_xact_id());
            return null;
          end $$`,
        'create trigger pages_mark after insert on pages for each row execute function mark()',
      ])
        await sql.raw(statement).execute(db)
    },
  },
}

describe.skipIf(server.skip !== undefined)('a backup', () => {
  let folder: string
  let home: Awaited<ReturnType<typeof freshSchema>>
  let postgres: Postgres
  const text = 'two\nlines \u2028 "quoted" \\ \t ünï 漢'
  const backup = () => join(folder, 'backup')
  const blobs = (name: string) => folderBlobStore(join(folder, name))
  const bytes = Buffer.from('bytes of a picture')

  const all = async () => {
    const { rows } = await sql`select *, saved_at::text, metadata::text from pages order by id`.execute(
      postgres.db,
    )
    return rows
  }
  const restore = (into = 'restored') =>
    restoreBackup(
      { postgres, migrate: () => migrate(postgres, steps), blobs: { files: blobs(into) } },
      backup(),
    )
  const reset = () => home.drop()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'typecase-backup-'))
    home = await freshSchema('backup')
    postgres = openPostgres({ url: home.url, schema: home.schema, log })
    await migrate(postgres, steps)
    await sql`insert into pages (title, saved_at, metadata, size, digest, tags, parent) values
      (${text}, '2026-01-02T03:04:05.678901Z', 'null', 0.1::float8 + 0.2::float8, '\\x00ff', '{"a,b","\\"",null}', 2),
      ('', 'infinity', null, null, null, '{}', null),
      ('last', '1969-12-31T23:00:00-03', ${JSON.stringify({ text })}, 'NaN', '\\x', '{}', 1)`.execute(
      postgres.db,
    )
    await sql`update token set token = 7`.execute(postgres.db)
    await sql`insert into outbox (id, type, subject, entity, revision, data, traceparent, published_at)
      values (gen_random_uuid(), 'x', 'x', 'x', 1, '{}', '', now())`.execute(postgres.db)
    await sql`insert into outbox_bus (epoch, sequence) values ('known', 12)`.execute(postgres.db)
    await blobs('files').put('a/picture.png', bytes, { contentType: 'image/png' })
    await blobs('files').put('empty', Buffer.alloc(0), { contentType: 'text/plain' })
    await createBackup({ postgres, schemas: [home.schema], blobs: { files: blobs('files') } }, backup())
  })
  afterAll(async () => {
    await postgres?.close()
    await home?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('restores every row with its sequences, keys and triggers, and every blob with its type', async () => {
    const before = await all()
    await reset()
    await restore()
    expect(await all()).toEqual(before)
    expect((await sql<{ token: number }>`select token from token`.execute(postgres.db)).rows).toEqual([
      { token: 7 },
    ])
    // Sequences continue and keys are enforced. Triggers work, but did not run during the restore.
    const added = await sql<{
      id: number
    }>`insert into pages (title, saved_at) values ('next', now()) returning id`.execute(postgres.db)
    expect(added.rows).toEqual([{ id: 4 }])
    expect((await sql`select page from marks order by page`.execute(postgres.db)).rows).toEqual(
      [1, 2, 3, 4].map((page) => ({ page })),
    )
    await expect(
      sql`insert into pages (title, saved_at, parent) values ('x', now(), 99)`.execute(postgres.db),
    ).rejects.toThrow('pages_parent_fkey')
    const read = await blobs('restored').get('a/picture.png')
    expect(read).toMatchObject({ size: bytes.length, contentType: 'image/png' })
    expect(await buffer(read?.stream ?? Readable.from([]))).toEqual(bytes)
    expect(await blobs('restored').stat('empty')).toMatchObject({ size: 0 })
  })

  it('makes the outbox relay publish all events again after a restore', async () => {
    const { rows } = await sql`select epoch, sequence from outbox_bus`.execute(postgres.db)
    expect(rows).toEqual([{ epoch: 'restored', sequence: 12 }])
  })

  it('replaces transaction ids with ids of the new database', async () => {
    const { rows } = await sql<{ is: boolean }>`
      select bool_and(changed_in < pg_snapshot_xmax(pg_current_snapshot())) as is from marks`.execute(
      postgres.db,
    )
    expect(rows).toEqual([{ is: true }])
  })

  it('is not restored into a database that is in use, and does not change it', async () => {
    const before = await all()
    await expect(restore()).rejects.toThrow(
      `the database is in use (schema ${home.schema}): restore into an empty one`,
    )
    expect(await all()).toEqual(before)
  })

  it('is not written to a folder that is not empty', async () => {
    const again = createBackup({ postgres, schemas: [home.schema], blobs: {} }, backup())
    await expect(again).rejects.toThrow('is not empty: name a new folder for each backup')
  })

  it('cannot be created from a database without the schemas of the services', async () => {
    const unknown = createBackup({ postgres, schemas: ['unknown'], blobs: {} }, join(folder, 'of-unknown'))
    await expect(unknown).rejects.toThrow('the database has no schema unknown')
    await expect(checkBackup(join(folder, 'of-unknown'))).rejects.toThrow('no complete backup')
  })

  it('restores a shared store into one store per service, and rejects blobs of a service without a store', async () => {
    const target = (...owners: string[]) => ({
      ...{ postgres, migrate: () => migrate(postgres, steps) },
      blobs: Object.fromEntries(owners.map((owner) => [owner, blobs(`of-${owner}`)])),
    })
    await reset()
    await expect(restoreBackup(target('a'), backup())).rejects.toThrow(
      'blobs of files/empty, but no store is configured for them',
    )
    await restoreBackup(target('a', 'empty'), backup())
    expect(await blobs('of-a').stat('a/picture.png')).toMatchObject({ size: bytes.length })
    expect(await blobs('of-a').stat('empty')).toBeUndefined()
    expect(await blobs('of-empty').stat('empty')).toMatchObject({ size: 0 })
  })

  it('is rejected by a newer version, with an error that names the remedy', async () => {
    await reset()
    const more = {
      ...steps,
      '0002-more': {
        up: async (db: Postgres['db']) => void (await sql`create table more (id text)`.execute(db)),
      },
    }
    const newer = restoreBackup(
      { postgres, migrate: () => migrate(postgres, more), blobs: { files: blobs('x') } },
      backup(),
    )
    await expect(newer).rejects.toThrow(
      /was created by an older version .* restore it with that version into an empty database/,
    )
  })

  describe('when damaged', () => {
    const rows = () => join(backup(), 'database', home.schema, 'pages.jsonl')

    it('is rejected for a changed line or a missing file, and accepted after a repair', async () => {
      await reset()
      const good = await readFile(rows(), 'utf8')
      await writeFile(rows(), good.replace('last', 'lost'))
      await expect(restore()).rejects.toThrow('pages.jsonl is damaged: its content has changed')
      await writeFile(rows(), good)
      await rm(rows())
      await expect(restore()).rejects.toThrow('pages.jsonl is missing')
      await writeFile(rows(), good)
      expect(Object.keys((await checkBackup(backup())).schemas)).toEqual([home.schema])
    })

    it('is rejected for a changed blob', async () => {
      await reset()
      const stored = join(backup(), 'blobs/files/blobs')
      const [file] = (await readdir(stored, { recursive: true, withFileTypes: true })).filter(
        (each) => each.isFile() && each.name.includes('picture'),
      )
      const path = join(file?.parentPath ?? '', file?.name ?? '')
      const good = await readFile(path)
      await appendFile(path, 'x')
      await expect(restore()).rejects.toThrow('the content of a/picture.png has changed')
      await writeFile(path, good)
      await restore('again')
      expect(await all()).toHaveLength(3)
    })
  })
})
