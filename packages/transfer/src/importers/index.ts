/** Importers by their name on the command line. */
import { importAether } from './aether.ts'
import { importArchive } from './archive.ts'
import { importEleventy } from './eleventy.ts'
import { importGhost } from './ghost/import.ts'
import { importHugo } from './hugo.ts'
import type { Importer } from './importer.ts'
import { importJekyll } from './jekyll.ts'
import { importWordPress } from './wordpress/import.ts'

export const importers = {
  wordpress: importWordPress,
  ghost: importGhost,
  hugo: importHugo,
  jekyll: importJekyll,
  eleventy: importEleventy,
  aether: importAether,
  archive: importArchive,
} as const satisfies Readonly<Record<string, Importer>>

export type SourceKind = keyof typeof importers

/**
 * True if links in bodies are rewritten by default. False for Markdown sources, whose bodies stay unchanged.
 */
export const rewritesLinks = (kind: SourceKind): boolean => kind === 'wordpress' || kind === 'ghost'

export const sourceKinds = Object.keys(importers) as readonly SourceKind[]
