import type { Actor } from '@typecase/kernel'
import { requireMediaEditor } from '../access.ts'
import { fileNotFound } from '../errors.ts'
import { fileDescribed } from '../events.ts'
import type { Ports } from '../ports.ts'
import { type Description, describeFile, type MediaFile } from './file.ts'

/**
 * Changes alt text and caption; absent fields stay (contract.md#media-updates).
 * @throws UNAUTHORIZED or FILE_NOT_FOUND
 */
export const updateFile =
  ({ files, clock }: Pick<Ports, 'files' | 'clock'>) =>
  async (actor: Actor, id: string, description: Description): Promise<MediaFile> => {
    requireMediaEditor(actor)
    return files.write(async (tx) => {
      const file = await tx.getForUpdate(id)
      if (!file) throw fileNotFound()
      const described = describeFile(file, description, clock())
      await tx.update(described)
      await tx.record(fileDescribed(described))
      return described
    })
  }
