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

/** `offered` is the build if its shards were offered before they were planned. */
export async function renderPages(
  ports: SharingPorts,
  about: () => Omit<OfferedBuild, 'numbers'>,
  pages: PagesOfBuild,
  offered?: SharedBuild,
): Promise<readonly RenderError[]> {
  const { shards, renderer } = ports
  if (offered) return offered.render(pages)
  const numbers = pages.job.pages.map(({ number }) => number)
  if (!shards || numbers.length < fewPages) return renderer.render(pages.job)
  const size = shardSize(numbers.length)
  const shares = Array.from({ length: Math.ceil(numbers.length / size) }, (_, at) =>
    numbers.slice(at * size, (at + 1) * size),
  )
  const shared = await SharedBuild.open(ports, shards, { ...about(), numbers: shares })
  try {
    return await shared.render(pages)
  } finally {
    await shared.close()
  }
}
