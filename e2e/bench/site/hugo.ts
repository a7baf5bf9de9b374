/** Runs Hugo from its Debian package, on a site with the same pages as the site that Typecase builds. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasDebianPackages, unpackDebian } from '@typecase/testing/backing/debian-packages'
import type { CorpusPost } from './corpus.ts'
import { writeCorpus } from './files.ts'
import { hugoLayouts } from './hugo-layouts.ts'

const run = promisify(execFile)

export interface Hugo {
  readonly version: string
  /** Builds the site from scratch; returns the duration in seconds. */
  build(folder: string, output: string): Promise<number>
}

/** Undefined if Debian packages are not available. */
export async function hugo(): Promise<Hugo | undefined> {
  if (!hasDebianPackages()) return undefined
  const root = await unpackDebian('hugo', ['hugo'], 'usr/bin/hugo', (line) => console.error(line))
  const program = join(root, 'usr/bin/hugo')
  const env = { ...process.env, LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu') }
  const { stdout } = await run(program, ['version'], { env })
  return {
    version: /v[\d.]+/.exec(stdout)?.[0] ?? stdout,
    async build(folder, output) {
      rmSync(output, { recursive: true, force: true })
      const began = performance.now()
      await run(
        program,
        ['--source', folder, '--destination', output, '--cacheDir', join(folder, 'cache'), '--quiet'],
        { env },
      )
      return (performance.now() - began) / 1000
    },
  }
}

export function writeHugoSite(folder: string, posts: readonly CorpusPost[]): void {
  writeCorpus(join(folder, 'content/blog'), posts)
  const files = {
    'config.json': JSON.stringify(config),
    'content/blog/_index.md': '{"title":"Blog"}\n',
    'content/categories.md': '{"title":"Categories","layout":"categories","url":"/categories/"}\n',
    'content/sitemap.md': '{"title":"Sitemap","layout":"map","url":"/sitemap/"}\n',
    ...hugoLayouts,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const config = {
  baseURL: 'http://site.test/',
  title: 'Benchmark',
  languageCode: 'en',
  paginate: 10,
  disableAliases: true,
  taxonomies: { category: 'category', tag: 'tag', author: 'author' },
  permalinks: { blog: '/post/:slug/' },
  outputs: {
    home: ['HTML', 'RSS', 'ATOM', 'FEED'],
    section: ['HTML'],
    taxonomy: [],
    term: ['HTML', 'RSS', 'ATOM', 'FEED'],
    page: ['HTML'],
  },
  outputFormats: {
    ATOM: { mediaType: 'application/atom+xml', baseName: 'atom', isPlainText: true },
    FEED: { mediaType: 'application/json', baseName: 'feed', isPlainText: true },
  },
  mediaTypes: { 'application/atom+xml': { suffixes: ['xml'] } },
  disableKinds: ['taxonomy'],
  ignoreErrors: ['error-disable-taxonomy'],
  services: { rss: { limit: 1000 } },
  enableRobotsTXT: true,
  markup: { highlight: { codeFences: false }, goldmark: { renderer: { unsafe: true } } },
}
