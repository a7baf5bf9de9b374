/** Shards and reports as bytes: compressed, in the form in which Node passes values between processes. */
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import zlib from 'node:zlib'
import type { Shard, ShardContext, ShardReport } from '../../core/build/shards/shard.ts'

/** Publishers of one build run the same Node (code-version.ts), so all of them have Zstandard or none. */
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
/** Bytes: a few could unpack to any number. */
const bounded = { maxOutputLength: 256 * 1024 * 1024 }
const quickZstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }
const quickDeflate = { level: zlib.constants.Z_BEST_SPEED }

const unpack = async (bytes: Uint8Array): Promise<unknown> => deserialize(await codec.unpack(bytes))

export const packContext = async (context: ShardContext): Promise<Uint8Array> =>
  await codec.pack(serialize(context))
export const unpackContext = async (bytes: Uint8Array): Promise<ShardContext> =>
  (await unpack(bytes)) as ShardContext

// A shard is smaller than what compressing it would cost.
export const packShard = (shard: Shard): Uint8Array => serialize(shard)
export const unpackShard = (bytes: Uint8Array): Shard => deserialize(bytes) as Shard

export const packReport = async (report: ShardReport): Promise<Uint8Array> =>
  await codec.pack(serialize(report))
export const unpackReport = async (bytes: Uint8Array): Promise<ShardReport> =>
  (await unpack(bytes)) as ShardReport
