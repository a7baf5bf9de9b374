import { type Actor, invalid, type PageOf, type Problem } from '@typecase/kernel'
import { requireReader } from '../access.ts'
import { fileNotFound } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { MediaFile } from './file.ts'

/** @throws UNAUTHORIZED or FILE_NOT_FOUND */
export const getFile =
  ({ files }: Pick<Ports, 'files'>) =>
  async (actor: Actor, id: string): Promise<MediaFile> => {
    requireReader(actor)
    const file = await files.get(id)
    if (!file) throw fileNotFound()
    return file
  }

export interface FileListRequest {
  /** `image`, `document` or `all`. */
  readonly type: string
  readonly search?: string
  readonly limit?: number
  readonly offset?: number
}

/** Newest first (contract.md#media-lists). @throws UNAUTHORIZED or VALIDATION_ERROR */
export const listFiles =
  ({ files }: Pick<Ports, 'files'>) =>
  async (actor: Actor, { type, search, limit, offset = 0 }: FileListRequest): Promise<PageOf<MediaFile>> => {
    requireReader(actor)
    const problems: Problem[] = []
    if (type !== 'image' && type !== 'document' && type !== 'all')
      problems.push({ path: 'type', message: 'type must be image, document or all' })
    if (limit !== undefined && !isWhole(limit, 1, 1000))
      problems.push({ path: 'limit', message: 'limit must be a whole number from 1 to 1000' })
    if (!isWhole(offset, 0, Number.MAX_SAFE_INTEGER))
      problems.push({ path: 'offset', message: 'offset must be a whole number from 0' })
    if (problems.length > 0) throw invalid(problems)
    return files.list({
      offset,
      ...(type === 'image' || type === 'document' ? { type } : {}),
      ...(search ? { search } : {}),
      ...(limit === undefined ? {} : { limit }),
    })
  }

const isWhole = (value: number, min: number, max: number) =>
  Number.isSafeInteger(value) && value >= min && value <= max
