/** Offers the pages of a full build while the coordinator still plans them. */
import type { PublisherPorts, StagedRelease } from '../../ports.ts'
import type { BuildTools, RunningGeneration } from '../build-tools.ts'
import type { LoadedSite } from '../load-site.ts'
import { fewPages, shardSize } from './share-pages.ts'
import { SharedBuild } from './shared-build.ts'

export interface EarlyShards {
  /** Called when planning knows the number of pages. */
  offer(pages: number): void
  /** Undefined if nothing was offered. @throws the error of the offer */
  offered(): Promise<SharedBuild | undefined>
  /** Withdraws the shards and discards the files of a build that was not staged. */
  close(): Promise<void>
}

interface Early {
  readonly ports: Pick<PublisherPorts, 'sites' | 'model' | 'digest' | 'shards' | 'renderer' | 'hooks'>
  readonly release: StagedRelease
  readonly loaded: Pick<LoadedSite, 'source' | 'content'>
  readonly addresses: ReturnType<BuildTools['addresses']>
}

/**
 * Only manual builds render every page, so only their pages can be offered before the comparison. Extensions
 * may plan pages differently in each publisher, and an early shard is compared only after it is written.
 */
export function earlyShards(early: Early, trigger: RunningGeneration['trigger']): EarlyShards {
  const { ports, release } = early
  let opening: Promise<SharedBuild> | undefined
  return {
    offer(pages) {
      if (trigger !== 'manual' || !ports.shards || pages < fewPages) return
      const content = ports.hooks.changesTemplateData() ? undefined : early.loaded.content()
      if (content === undefined) return
      opening = openBuild(early, ports.shards, { pages, content })
      // `offered` throws the error.
      opening.catch(() => undefined)
    },
    offered: async () => opening,
    async close() {
      if (!opening) return
      try {
        await (await opening.catch(() => undefined))?.close()
      } finally {
        await ports.sites.abandon(release)
      }
    },
  }
}

async function openBuild(
  { ports, release, loaded: { source }, addresses }: Early,
  shards: NonNullable<PublisherPorts['shards']>,
  { pages, content }: { readonly pages: number; readonly content: string },
): Promise<SharedBuild> {
  await ports.sites.begin(release)
  const size = shardSize(pages)
  const numbers = Array.from({ length: Math.ceil(pages / size) }, (_, shard) =>
    Array.from({ length: Math.min(size, pages - shard * size) }, (_, at) => shard * size + at),
  )
  const { outputDir, generationId: id, token } = release
  return SharedBuild.open(ports, shards, {
    run: { id, token },
    outputDir,
    context: { source, addresses },
    content,
    numbers,
  })
}
