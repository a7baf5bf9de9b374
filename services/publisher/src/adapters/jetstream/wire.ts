/** What publishers say to each other of rendering: compressed, in the form in which Node passes values between its own processes. */
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import zlib from 'node:zlib'
import type { RenderFault } from '../../core/errors.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import type { RenderedPage, RenderJob } from '../../core/ports.ts'

/**
 * The quickest that this Node has: within a cluster time is scarcer than room. Zstandard takes half the time of Deflate. Whoever
 * shares a generation runs the same Node.
 */
const codec =
  typeof zlib.zstdCompress === 'function'
    ? {
        pack: promisify((bytes: Uint8Array, done: zlib.CompressCallback) =>
          zlib.zstdCompress(bytes, quickZstd, done),
        ),
        unpack: promisify((bytes: Uint8Array, done: zlib.CompressCallback) =>
          zlib.zstdDecompress(bytes, bounded, done),
        ),
      }
    : {
        pack: promisify((bytes: Uint8Array, done: zlib.CompressCallback) =>
          zlib.deflateRaw(bytes, quickDeflate, done),
        ),
        unpack: promisify((bytes: Uint8Array, done: zlib.CompressCallback) =>
          zlib.inflateRaw(bytes, bounded, done),
        ),
      }
/** Bytes of a task once unpacked, far more than 64 pages have: few bytes could unpack to any number. */
const bounded = { maxOutputLength: 256 * 1024 * 1024 }
const quickZstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }
const quickDeflate = { level: zlib.constants.Z_BEST_SPEED }

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

const pack = async (value: unknown): Promise<Uint8Array> => await codec.pack(serialize(value))
const unpack = async (bytes: Uint8Array): Promise<unknown> => deserialize(await codec.unpack(bytes))

export const packFrame = (frame: Frame): Promise<Uint8Array> => pack(frame)
export const unpackFrame = async (bytes: Uint8Array): Promise<Frame> => (await unpack(bytes)) as Frame

/** A model is made when it is asked for: here, once. Of what a page is about nothing is said but what tells how to send it on. */
export const packPages = (pages: readonly PlannedPage[]): Promise<Uint8Array> =>
  pack(
    pages.map(({ type, path, kind, digest, template, shared, model, about: { summary } }) => ({
      ...{ type, path, kind, digest, template, shared, model },
      about: { own: null, shows: [], summary },
    })),
  )
export const unpackPages = async (bytes: Uint8Array): Promise<readonly PlannedPage[]> =>
  (await unpack(bytes)) as readonly PlannedPage[]

export const packRendered = (rendered: Rendered): Promise<Uint8Array> => pack(rendered)
export const unpackRendered = async (bytes: Uint8Array): Promise<Rendered> =>
  (await unpack(bytes)) as Rendered
