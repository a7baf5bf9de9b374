/**
 * Exports a site, imports it into an empty system and exports it again: the archives are equal, even if an
 * import was killed.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildCli } from '@typecase/cli/build'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OneSystem, oneSystem } from './one-system.ts'
import { form } from './openapi.ts'
import { squarePng } from './scenarios/png.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-round-trip-'))
const siteRoots = { first: join(folder, 'site-1'), second: join(folder, 'site-2') }
const first = oneSystem({ SITE_ROOT: siteRoots.first })
const second = oneSystem({ SITE_ROOT: siteRoots.second })
const program = join(folder, 'typecase.mjs')
beforeAll(() => buildCli(program))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Result {
  readonly created: number
  readonly failed: readonly unknown[]
}

/** Runs the program. Returns its JSON output, or undefined if it was killed because `shouldKill` was true. */
function typecase(
  one: OneSystem,
  args: readonly string[],
  shouldKill?: () => Promise<boolean>,
): Promise<Result | undefined> {
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(folder, 'config'),
    TYPECASE_URL: one.system.apiUrl,
    TYPECASE_TOKEN: one.api.token,
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args, '--json'], { env, cwd: folder })
    let isRunning = true
    const watch = async () => {
      while (isRunning && shouldKill) {
        if (await shouldKill()) return child.kill('SIGKILL')
        await sleep(5)
      }
    }
    watch().catch(reject)
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk) => (text.out += chunk))
    child.stderr.on('data', (chunk) => (text.err += chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      isRunning = false
      if (code === 0) resolve(JSON.parse(text.out))
      else if (signal === 'SIGKILL') resolve(undefined)
      else reject(new Error(`${args.join(' ')} ended with ${code ?? signal}: ${text.err}`))
    })
  })
}

const posts = 120

/** Uploads PNGs, and SVGs with a post for each; returns the URLs of the PNGs. */
async function fillLibrary({ api }: OneSystem): Promise<readonly string[]> {
  const urls: string[] = []
  for (let n = 1; n <= 6; n++) {
    const { body } = await api.ok(
      'POST',
      '/api/media/upload',
      form('file', squarePng(n + 3), `image ${n}.png`),
    )
    urls.push(String(body.data?.url))
  }
  // Two SVGs with the same name must not be confused.
  for (const color of ['red', 'blue']) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg>`
    const { body } = await api.ok('POST', '/api/media/upload', form('file', Buffer.from(svg), 'logo.svg'))
    const metadata = { title: `Mark in ${color}`, status: 'published' }
    await api.ok('POST', '/api/posts', { json: { metadata, content: `![](${body.data?.url})` } })
  }
  return urls
}

/** Creates a site with everything that an archive can contain. */
async function fill(one: OneSystem): Promise<void> {
  const { api } = one
  const urls = await fillLibrary(one)
  const top = { title: 'Top', slug: 'top', pageType: 'custom', status: 'published' }
  await api.ok('POST', '/api/pages', { json: { metadata: top, content: `![x](${urls[0]})` } })
  const below = { title: 'Below', pageType: 'custom', parentPage: 'top', status: 'published' }
  await api.ok('POST', '/api/pages', { json: { metadata: below, content: 'a\r\n  b  \n' } })
  await api.ok('POST', '/api/pages', { json: { metadata: { title: 'Top', slug: 'top' }, content: '' } })
  let previous: string | undefined
  for (let n = 0; n < posts; n++) {
    const metadata = {
      title: `Post ${n}`,
      status: n % 5 === 0 ? 'draft' : 'published',
      category: `Category ${n % 4}`,
      tags: ['red', `t${n % 7}`],
      aliases: n % 9 === 0 ? [`/old/${n}/`] : undefined,
      featuredImage: n % 6 === 0 ? { url: urls[n % 6], alt: 'An image' } : undefined,
      relatedPosts: previous ? [previous] : undefined,
      extra: { deep: [n, String(n), null, 0.5] },
      sourceKey: n % 3 === 0 ? `wp/${n}` : undefined,
      ...(n === 10 ? { publishAt: '2099-01-01T00:00:00.000Z', status: 'draft' } : {}),
    }
    const content = `# Heading ${n}\n\n![in body](${urls[n % 6]})\n\n[a link](/post/post-1/)`
    previous = String((await api.ok('POST', '/api/posts', { json: { metadata, content } })).body.id)
    if (n % 10 === 0)
      await api.ok('PUT', `/api/posts/${previous}`, { json: { content: `${content}\n\nMore` } })
  }
  // The post's first address redirects to the current one, before and after the import.
  await api.generate()
  await api.ok('PUT', `/api/posts/${previous}`, { json: { metadata: { slug: 'renamed' } } })
  await api.generate()
  const settings = { siteTitle: 'Round trip', siteUrl: 'https://site.example', postsPerPage: 7 }
  await api.ok('PUT', '/api/settings', { json: settings })
  await api.ok('PUT', '/api/menu', { json: [{ id: 'home', title: 'Home', url: '/' }] })
  await api.ok('POST', '/api/redirects', { json: { from: '/gone', status: 410 } })
  await api.ok('POST', '/api/redirects', { json: { from: '/moved', to: '/post/post-1/', status: 302 } })
  const user = { username: 'grace', email: 'grace@example.test', password: 'some-password' }
  const { body } = await api.ok('POST', '/api/users', { json: user })
  await api.ok('PUT', `/api/users/${body.data?.id}`, { json: { displayName: 'Grace Hopper' } })
}

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Digests of all files of a generated site, by path. */
const siteDigests = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(root, '_site'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(root.length), digestOf(file)]),
  )

it('an import that was killed and is run again has the same result', async () => {
  await fill(first)
  await typecase(first, ['export', 'first.zip', '--revisions'])
  const total = async (path: string) => Number((await second.api.ok('GET', path)).body.total)
  const files = () => total('/api/media?type=all&limit=1')
  const items = () => total('/api/posts?limit=1')
  const partial: number[] = []
  for (const shouldKill of [
    async () => (await files()) >= 2,
    async () => (await items()) >= 1,
    async () => (await items()) >= posts / 2,
  ]) {
    const isKilled = (await typecase(second, ['import', 'archive', 'first.zip'], shouldKill)) === undefined
    const imported = await items()
    if (isKilled && imported > 0 && imported < posts) partial.push(imported)
  }
  // The first kill happens before any post is imported. A fast import may complete before a later kill.
  expect(partial.length).toBeGreaterThan(0)
  const complete = await typecase(second, ['import', 'archive', 'first.zip'])
  expect(complete?.failed).toEqual([])
  const again = await typecase(second, ['import', 'archive', 'first.zip', '--on-existing', 'replace'])
  expect(again).toMatchObject({ created: 0, replaced: 0, failed: [] })
  await typecase(second, ['export', 'second.zip', '--revisions'])
  expect(digestOf(join(folder, 'second.zip'))).toBe(digestOf(join(folder, 'first.zip')))
})

it('both generated sites are identical', async () => {
  await first.api.generate()
  await second.api.generate()
  const sites = [siteDigests(siteRoots.first), siteDigests(siteRoots.second)]
  expect(Object.keys(sites[0] ?? {}).length).toBeGreaterThan(posts / 2)
  expect(sites[1]).toEqual(sites[0])
}, 60_000)

it('a malicious archive is rejected with exit code 7 and changes nothing', async () => {
  const before = (await second.api.ok('GET', '/api/export/items')).text
  const files = {
    'hostile/typecase.json': '{"format":1,"files":{}}',
    'hostile/posts/a.md': '---\ntitle: x\n---\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await expect(typecase(second, ['import', 'archive', 'hostile'])).rejects.toThrow(
    /code 7|with 7.*not listed/s,
  )
  expect((await second.api.ok('GET', '/api/export/items')).text).toBe(before)
})
