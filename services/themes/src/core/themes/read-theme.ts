import type { Actor } from '@typecase/kernel'
import { requireReader } from '../access.ts'
import { themeNotFound } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { FilePiece } from './theme.ts'

/**
 * Streams all files of a version, by default the current one, in the order of their paths. Replaced versions
 * are readable until they are pruned.
 * @throws THEME_NOT_FOUND
 */
export const readTheme = ({ themes, files }: Pick<Ports, 'themes' | 'files'>) =>
  async function* (actor: Actor, name: string, digest?: string): AsyncIterable<FilePiece> {
    requireReader(actor)
    const version = digest ? await themes.version(name, digest) : (await themes.find(name))?.current
    if (!version) throw themeNotFound(name)
    for (const { path, sha256, size } of version.files) {
      if (size === 0) yield { path, chunk: new Uint8Array() }
      else for await (const chunk of files.read(sha256)) yield { path, chunk }
    }
  }
