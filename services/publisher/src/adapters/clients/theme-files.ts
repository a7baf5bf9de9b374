import { createHash } from 'node:crypto'
import type { Theme, ThemeFile } from '@typecase/contracts/messages'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { SourceTheme } from '../../core/ports.ts'
import { metadataOf } from '../../core/site/entry-fields.ts'
import { shownData } from '../../core/site/shown-text.ts'

export interface LoadedTheme {
  readonly source: SourceTheme
  readonly assets: ReadonlyMap<string, Uint8Array>
}

const sourcePaths = /^(templates|partials|custom)\/.+\.html$|^layout\.html$|^translations\/[^/]+\.json$/

export async function readTheme(files: AsyncIterable<ThemeFile>, theme: Theme): Promise<LoadedTheme> {
  const chunks = new Map<string, Uint8Array[]>()
  for await (const { path, chunk } of files) chunks.set(path, [...(chunks.get(path) ?? []), chunk])
  const assets = new Map<string, Uint8Array>()
  const sources = new Map<string, string>()
  for (const [path, parts] of chunks) {
    const bytes = Buffer.concat(parts)
    if (path.startsWith('assets/')) assets.set(safePath(path), bytes)
    else if (sourcePaths.test(path)) sources.set(path, bytes.toString('utf8'))
  }
  const info = shownData(metadataOf(theme.infoJson))
  const digests = [...assets].map(([path, bytes]) => ({
    path,
    digest: createHash('sha256').update(bytes).digest('hex'),
  }))
  return {
    source: {
      name: theme.name,
      title: typeof info.title === 'string' ? info.title : theme.name,
      version: theme.version,
      info,
      digest: theme.digest,
      assets: digests.sort((a, b) => (a.path < b.path ? -1 : 1)),
      sources,
    },
    assets,
  }
}
