import type { File } from '@typecase/contracts/messages'
import { createLogger } from '@typecase/runtime/log'
import { label, testPostgres } from '@typecase/testing/infra'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeCheck, type FileCheck } from '../src/compose-check.ts'
import { mediaConfig } from '../src/config.ts'
import { startMedia } from './fixtures/media.ts'

const { skip } = await testPostgres()
const ids = Array.from({ length: 12 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`)

let state = 7
/** A deterministic random number from 0 to `below - 1`. */
function next(below: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}

describe.skipIf(skip)(label('references', skip), () => {
  let media: Awaited<ReturnType<typeof startMedia>>
  let files: File[]
  let commands: FileCheck
  beforeAll(async () => {
    media = await startMedia()
    files = await Promise.all(['a', 'b', 'c'].map((name) => media.upload(`${name}.txt`, 'text/plain', name)))
    commands = composeCheck(mediaConfig(media.settings), createLogger('test', 'silent'))
  })
  afterAll(async () => {
    await commands.close()
    await media.stop()
  })

  const aFile = () => files[next(files.length)] as File
  const ask = () => media.client.findReferences({ id: aFile().id }, media.as)

  function changeAnItem(): void {
    const at = next(ids.length)
    const id = ids[at] ?? ''
    if (media.content.isDeleted(id)) return
    if (next(40) === 0) {
      media.content.remove(id)
      return
    }
    const body = Array.from({ length: next(4) }, (_, n) =>
      n % 2 ? `<img src="${aFile().url}">` : `![x](${aFile().url}) \`${aFile().url}\``,
    )
    const featured = next(3) === 0 ? { featuredImage: { id: aFile().id, url: aFile().url } } : {}
    media.content[at % 2 ? 'post' : 'page'](id, body.join('\n\n'), featured)
  }

  async function stored(): Promise<readonly unknown[]> {
    await ask()
    const { rows } = await sql`
      select i.item_type, i.item_id, i.revision, i.title, i.slug, i.status, r.reference_type, r.url, r.file_id, r.count
      from referencing_items i left join file_uses r using (item_type, item_id)
      where not i.gone order by i.item_type, i.item_id, r.reference_type, r.url, r.file_id`.execute(media.db)
    return rows
  }

  test('equal the earlier ones when they are rebuilt after random changes', async () => {
    for (let round = 0; round < 5; round++) {
      for (let change = 0; change < 40; change++) {
        changeAnItem()
        if (next(5) === 0) await ask()
      }
      const before = await stored()
      expect(before.length).toBeGreaterThan(5)
      await commands.forgetReferences()
      expect(await stored()).toEqual(before)
    }
  })
})
