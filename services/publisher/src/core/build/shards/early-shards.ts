/** Offers the pages of a full build while the coordinator still plans them. */
import type { PublisherPorts, StagedRelease } from '../../ports.ts'
import type { BuildTools, RunningGeneration } from '../build-tools.ts'
import type { LoadedSite } from '../load-site.ts'
import { holdPages, isShareable } from './share-pages.ts'
import type { SharedBuild } from './shared-build.ts'

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
 * Offers shards early only in a manual build: it renders every page, so no comparison has to select pages
 * first. Offers none if extensions change pages, because publishers may then plan different pages. The
 * coordinator would detect that only after the files are written.
 */
export function earlyShards(early: Early, trigger: RunningGeneration['trigger']): EarlyShards {
  const { ports, release } = early
  let opening: Promise<SharedBuild | undefined> | undefined
  return {
    offer(pages) {
      if (trigger !== 'manual' || !isShareable(ports, pages) || ports.hooks.changesTemplateData()) return
      opening = beginBuild(early, pages)
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

async function beginBuild(
  { ports, release, loaded: { source, content }, addresses }: Early,
  pages: number,
): Promise<SharedBuild | undefined> {
  await ports.sites.begin(release)
  const { outputDir, generationId: id, token } = release
  const build = { run: { id, token }, outputDir, context: { source, addresses }, content }
  const numbers = Array.from({ length: pages }, (_, number) => number)
  const shared = await holdPages(ports, build, numbers)
  shared?.offer()
  return shared
}
