import { describe, expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { sha256Digest } from '../src/adapters/node-crypto/digest.ts'
import type { ShardQueue } from '../src/core/build/shards/shard.ts'
import { type RenderedBuild, renderPages } from '../src/core/build/shards/share-pages.ts'
import type { PagesOfBuild } from '../src/core/build/shards/shared-build.ts'
import { memoryModelStore } from './memory/model-store.ts'
import { endlessPages } from './support/endless-pages.ts'

const noShards: ShardQueue = {
  offer: async () => undefined,
  rendered: () => undefined,
  rejected: () => undefined,
  shared: () => undefined,
}

/** Errors of a build of these pages by one publisher. */
async function errorsOf({ theme, pages }: ReturnType<typeof endlessPages>) {
  const renderer = handlebarsRenderer({ processes: 1, timeLimit: 100 })
  onTestFinished(() => renderer.close())
  await renderer.prepare(theme)
  const ports = { renderer, model: memoryModelStore(), digest: sha256Digest, shards: noShards }
  const written = async () => undefined
  const addresses = { basePath: '', absoluteBase: '', cleanUrls: true }
  const plan = { shared: { site: {} }, footerCode: '' }
  const job = { theme, plan, site: addresses, pages, done: written, maxErrors: 50 }
  const about = {
    ...{ run: { id: 'run', token: 1 }, outputDir: '_site', content: () => '' },
    context: { source: { theme }, addresses },
  }
  const work = { job, written, staging: { accept: async () => [] } }
  return renderPages(ports, ...([about, work] as unknown as [RenderedBuild, PagesOfBuild]))
}

describe('a build that divides its pages into shards', { timeout: 60_000 }, () => {
  it('fails after a few pages that time out, in any shard', async () => {
    const errors = await errorsOf(endlessPages(320))
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['The template takes too long']))
    expect(errors.length).toBeGreaterThanOrEqual(5)
    expect(errors.length).toBeLessThan(10)
  })

  it('counts pages that time out across all shards', async () => {
    const errors = await errorsOf(endlessPages(640, (at) => at % 64 === 0))
    expect(errors.map(({ message }) => message)).toEqual(
      Array.from({ length: 5 }, () => 'The template takes too long'),
    )
  })
})
