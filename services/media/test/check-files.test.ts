import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@typecase/runtime/log'
import { label, testPostgres, testS3 } from '@typecase/testing/infra'
import { freshBucket } from '@typecase/testing/s3'
import { describe, expect, test } from 'vitest'
import { type CheckOptions, composeCheck } from '../src/compose-check.ts'
import { type MediaConfig, mediaConfig } from '../src/config.ts'
import { startMedia } from './fixtures/media.ts'

const { skip } = await testPostgres()
const s3 = await testS3()
const log = createLogger('test', 'silent')

/** Runs a check and returns its findings, such as `missing ID` or `orphan removed`. */
async function checked(config: MediaConfig, options: Partial<CheckOptions> = {}): Promise<string[]> {
  const { check, close } = composeCheck(config, log)
  const found: string[] = []
  try {
    for await (const finding of check({ deep: false, repair: false, ...options }))
      found.push(
        finding.kind === 'orphan'
          ? `orphan ${finding.isRemoved ? 'removed' : 'left'}`
          : `${finding.kind} ${finding.stored.fileId}`,
      )
    return found
  } finally {
    await close()
  }
}

describe.skipIf(skip)(label('the check of stored files', skip), () => {
  test('finds damage in a folder and removes orphans', async () => {
    const media = await startMedia()
    const config = mediaConfig(media.settings)
    const [missing, truncated, changed] = await Promise.all(
      ['one', 'two', 'three'].map((text) => media.upload('a.txt', 'text/plain', text)),
    )
    expect(await checked(config, { deep: true })).toEqual([])

    const files = join(media.folder, 'blobs/media+/files+')
    await rm(join(files, missing?.id ?? ''))
    await writeFile(
      join(files, truncated?.id ?? ''),
      (await readFile(join(files, truncated?.id ?? ''))).subarray(0, -1),
    )
    await writeFile(
      join(files, changed?.id ?? ''),
      String(await readFile(join(files, changed?.id ?? ''))).replace('three', 'THREE'),
    )
    const orphan = join(files, 'orphan')
    await writeFile(orphan, 'typecase-blob 1 text/plain\nx')
    const anHourAgo = new Date(Date.now() - 3_700_000)
    await utimes(orphan, anHourAgo, anHourAgo)
    const unfinished = join(media.folder, 'unfinished')
    await mkdir(unfinished, { recursive: true })
    for (const name of ['old', 'young']) await writeFile(join(unfinished, name), 'x')
    await utimes(join(unfinished, 'old'), anHourAgo, anHourAgo)

    const wrong = [`missing ${missing?.id}`, `damaged ${truncated?.id}`]
    expect((await checked(config)).sort()).toEqual([...wrong, 'orphan left'].sort())
    expect((await checked(config, { deep: true, repair: true })).sort()).toEqual(
      [...wrong, `damaged ${changed?.id}`, 'orphan removed'].sort(),
    )
    expect((await checked(config)).sort()).toEqual(wrong.sort())
    expect(await readdir(unfinished)).toEqual(['young'])
    await media.stop()
  })

  test.skipIf(s3.skip)(label('reads files from S3', s3.skip), async () => {
    const { drop, ...access } = await freshBucket('media-check')
    const media = await startMedia({
      S3_ENDPOINT: access.endpoint,
      S3_BUCKET: access.bucket,
      S3_ACCESS_KEY: access.accessKey,
      S3_SECRET_KEY: access.secretKey,
      ...(access.region ? { S3_REGION: access.region } : {}),
    })
    const file = await media.upload('a.txt', 'text/plain', 'one')
    const config = mediaConfig(media.settings)
    expect(await checked(config, { deep: true })).toEqual([])
    await media.blobs.delete(`media/files/${file.id}`)
    expect(await checked(config)).toEqual([`missing ${file.id}`])
    await media.stop()
    await drop()
  })
})
