/** Renders the pages of a build, with the other publishers if there are many pages. */
import type { RenderError } from '../../errors.ts'
import type { PublisherPorts } from '../../ports.ts'
import { type OfferedBuild, type PagesOfBuild, SharedBuild } from './shared-build.ts'

/** Below this number of pages, rendering here is faster than a round trip to others. */
const fewPages = 256

type SharingPorts = Pick<PublisherPorts, 'model' | 'renderer' | 'digest' | 'shards'>

export const isShareable = ({ shards }: Pick<SharingPorts, 'shards'>, pages: number): boolean =>
  shards !== undefined && pages >= fewPages

export interface RenderedBuild extends Omit<OfferedBuild, 'numbers' | 'content'> {
  /** Undefined if the content has changed since it was loaded; the pages are then not shared. */
  readonly content: () => string | undefined
}

/** `offered` is set if the shards of this build were offered before its pages were planned. */
export async function renderPages(
  ports: SharingPorts,
  build: RenderedBuild,
  pages: PagesOfBuild,
  offered?: SharedBuild,
): Promise<readonly RenderError[]> {
  const shared = offered ?? (await holdPages(ports, build, numbersOf(pages)))
  if (!shared) return ports.renderer.render(pages.job)
  try {
    return await shared.render(pages)
  } finally {
    await shared.close()
  }
}

const numbersOf = ({ job: { pages } }: PagesOfBuild) => pages.map(({ number }) => number)

/** Prepares the pages for other publishers; undefined if they must be rendered here. */
export async function holdPages(
  ports: SharingPorts,
  build: RenderedBuild,
  numbers: readonly number[],
): Promise<SharedBuild | undefined> {
  const content = isShareable(ports, numbers.length) ? build.content() : undefined
  if (!ports.shards || content === undefined) return undefined
  return SharedBuild.hold(ports, ports.shards, { ...build, content, numbers })
}
