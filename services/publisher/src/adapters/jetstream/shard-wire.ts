/** Encodes contexts, shards and reports with `v8.serialize`. Contexts and reports are also compressed. */
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import zlib from 'node:zlib'
import type { Shard, ShardContext, ShardReport } from '../../core/build/shards/shard.ts'

/** Maximum bytes of decompressed data, because a few bytes could decompress to any size. */
const maxOutputLength = 256 * 1024 * 1024
const fastest = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

const compress = promisify(zlib.zstdCompress)
const decompress = promisify(zlib.zstdDecompress)

const pack = (value: unknown): Promise<Uint8Array> => compress(serialize(value), fastest)
const unpack = async (bytes: Uint8Array): Promise<unknown> =>
  deserialize(await decompress(bytes, { maxOutputLength }))

export const packContext = (context: ShardContext): Promise<Uint8Array> => pack(context)
export const unpackContext = async (bytes: Uint8Array): Promise<ShardContext> =>
  (await unpack(bytes)) as ShardContext

// A shard is too small for compression to pay off.
export const packShard = (shard: Shard): Uint8Array => serialize(shard)
export const unpackShard = (bytes: Uint8Array): Shard => deserialize(bytes) as Shard

export const packReport = (report: ShardReport): Promise<Uint8Array> => pack(report)
export const unpackReport = async (bytes: Uint8Array): Promise<ShardReport> =>
  (await unpack(bytes)) as ShardReport
