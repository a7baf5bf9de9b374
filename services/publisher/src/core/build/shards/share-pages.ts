/** Renders the pages of a build, with the other publishers if there are many pages. */
import type { RenderError } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import { type OfferedBuild, type PagesOfBuild, SharedBuild } from './shared-build.ts'

/** Below this number of pages, rendering here is faster than a round trip to others. */
export const fewPages = 256
const pagesOfShard = { least: 64, most: 256 }
/** Shards of a large build: many, so that the publishers finish at about the same time. */
const shardsOfBuild = 128

export const shardSize = (pages: number): number =>
  Math.max(pagesOfShard.least, Math.min(pagesOfShard.most, Math.ceil(pages / shardsOfBuild)))

type SharingPorts = Pick<PublisherPorts, 'model' | 'renderer' | 'digest' | 'shards'>

export interface RenderedBuild extends Omit<OfferedBuild, 'numbers' | 'content'> {
  /** Undefined if the content has changed since it was loaded; the pages are then not shared. */
  readonly content: () => string | undefined
}

/** `offered` is the build if its shards were offered before they were planned. */
export async function renderPages(
  ports: SharingPorts,
  build: RenderedBuild,
  pages: PagesOfBuild,
  offered?: SharedBuild,
): Promise<readonly RenderError[]> {
  const shared = offered ?? (await offer(ports, build, pages))
  if (!shared) return ports.renderer.render(pages.job)
  try {
    return await shared.render(pages)
  } finally {
    await shared.close()
  }
}

async function offer(
  ports: SharingPorts,
  build: RenderedBuild,
  { job }: PagesOfBuild,
): Promise<SharedBuild | undefined> {
  const numbers = job.pages.map(({ number }) => number)
  const content = ports.shards && numbers.length >= fewPages ? build.content() : undefined
  if (!ports.shards || content === undefined) return undefined
  const size = shardSize(numbers.length)
  const shares = Array.from({ length: Math.ceil(numbers.length / size) }, (_, at) =>
    numbers.slice(at * size, (at + 1) * size),
  )
  return SharedBuild.open(ports, ports.shards, { ...build, content, numbers: shares })
}
