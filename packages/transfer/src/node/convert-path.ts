/** Converts a source on this machine to an archive on this machine. */
import { type Conversion, type Converted, convert } from '../convert.ts'
import { defaultLimits } from '../limits.ts'
import { openTree } from './open-tree.ts'
import { openSink } from './sinks.ts'

export interface PathConversion extends Omit<Conversion, 'tree' | 'sink'> {
  readonly path: string
  /** Folder or ZIP to write; absent for a dry run. */
  readonly target?: string
}

/** @throws TransferError */
export async function convertPath({ path, target, ...conversion }: PathConversion): Promise<Converted> {
  const tree = await openTree(path, conversion.limits ?? defaultLimits)
  try {
    return await convert({
      ...conversion,
      tree,
      ...(target === undefined ? {} : { sink: await openSink(target) }),
    })
  } finally {
    await tree.close()
  }
}
