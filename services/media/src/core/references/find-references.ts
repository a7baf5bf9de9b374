import type { Actor } from '@typecase/kernel'
import { requireReader } from '../access.ts'
import { fileNotFound } from '../errors.ts'
import type { MediaFile } from '../files/file.ts'
import type { Ports } from '../ports.ts'
import { catchUp, orThrowBehind } from './follow-content.ts'
import {
  type FoundReference,
  type Reference,
  settingsReferences,
  targetOf,
  toReference,
} from './reference.ts'

export type FindPorts = Pick<Ports, 'files' | 'references' | 'content' | 'markup' | 'clock'>

/**
 * Uses of a file in the site settings and in all posts and pages that were saved before the call
 * (contract.md#media-references).
 * @throws UNAUTHORIZED, FILE_NOT_FOUND or REFERENCES_BEHIND
 */
export const findReferences =
  (ports: FindPorts) =>
  async (
    actor: Actor,
    id: string,
  ): Promise<{ readonly file: MediaFile; readonly references: readonly Reference[] }> => {
    requireReader(actor)
    const file = await ports.files.get(id)
    if (!file) throw fileNotFound()
    return { file, references: (await currentReferences(ports)(file)).map(toReference) }
  }

/** The uses of a file, after applying all changes of content. @throws REFERENCES_BEHIND */
export const currentReferences = (ports: FindPorts) => {
  const applyChanges = catchUp(ports)
  return async (file: MediaFile): Promise<readonly FoundReference[]> => {
    const [settings] = await Promise.all([orThrowBehind(ports.content.siteSettings()), applyChanges()])
    const items = await ports.references.find(targetOf(file, settings))
    return [...items, ...settingsReferences(file, settings)]
  }
}
