import type { Manifest } from '../../src/core/pages/manifest.ts'

export const mapOf = (files: Manifest | undefined): ReadonlyMap<string, string> =>
  new Map(files?.paths.map((path, position) => [path, files.digests.at(position) ?? '']))
