/** Input and output of importers. */
import type { ByteStream } from '../bytes.ts'
import type { Limits } from '../limits.ts'
import type { Entry } from '../model.ts'
import type { Reporter } from '../report.ts'
import type { Tree } from '../source/tree.ts'

export interface ImportSource {
  readonly tree: Tree
  readonly reporter: Reporter
  readonly limits: Limits
  readonly options: ImportOptions
}

export interface ImportOptions {
  /** Sections of Hugo and Eleventy whose pages become posts. */
  readonly postSections?: readonly string[]
  /** Folder or ZIP with files of an export: `wp-content/uploads`, Ghost's `content`. */
  readonly media?: Tree
  /** Downloads a media file. Without this function, files that are not in the source are reported as lost. */
  readonly download?: (url: string) => Promise<ByteStream>
  /** Items with a later date are scheduled, not published. */
  readonly now?: Date
}

export type Importer = (source: ImportSource) => AsyncGenerator<Entry>

export const defaultPostSections = ['posts', 'post', 'blog', 'articles', '_posts']
