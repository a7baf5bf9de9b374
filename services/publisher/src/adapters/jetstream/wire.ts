/** What publishers say to each other of rendering: compressed, in the form in which Node passes values between its own processes. */
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import type { RenderFault } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/plan/planned.ts'
import type { RenderedPage, RenderJob } from '../../core/ports.ts'

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]
/** Most of the gain for the least time: within a cluster time is scarcer than room. */
const quick = { level: constants.Z_BEST_SPEED }

/** What all pages of a generation are rendered with. */
export type Frame = Pick<RenderJob, 'run' | 'theme' | 'site' | 'maxFaults'> & {
  readonly plan: Pick<RenderJob['plan'], 'shared' | 'footerCode'>
}

/** Of the pages of a task; those of which nothing is said were not rendered. */
export interface Rendered {
  readonly done: readonly (readonly [index: number, page: Omit<RenderedPage, 'page'>])[]
  readonly faults: readonly RenderFault[]
}

export const frameOf = ({ run, theme, plan, site, maxFaults }: RenderJob): Frame => ({
  ...{ run, theme, site, maxFaults },
  plan: { shared: { ...plan.shared }, footerCode: plan.footerCode },
})

const pack = async (value: unknown): Promise<Uint8Array> => await deflate(serialize(value), quick)
const unpack = async (bytes: Uint8Array): Promise<unknown> => deserialize(await inflate(bytes))

export const packFrame = (frame: Frame): Promise<Uint8Array> => pack(frame)
export const unpackFrame = async (bytes: Uint8Array): Promise<Frame> => (await unpack(bytes)) as Frame

/** A model is made when it is asked for: here, once. */
export const packPages = (pages: readonly PlannedPage[]): Promise<Uint8Array> => pack(pages.map((page) => ({ ...page, model: page.model })))
export const unpackPages = async (bytes: Uint8Array): Promise<readonly PlannedPage[]> => (await unpack(bytes)) as readonly PlannedPage[]

export const packRendered = (rendered: Rendered): Promise<Uint8Array> => pack(rendered)
export const unpackRendered = async (bytes: Uint8Array): Promise<Rendered> => (await unpack(bytes)) as Rendered
