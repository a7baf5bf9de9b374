/** Tests the bundled program `typecase` against a running system. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildCli } from '@typecase/cli/build'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { oneSystem } from './one-system.ts'
import { administrator } from './process.ts'
import { squarePng } from './scenarios/png.ts'

const first = oneSystem()
const second = oneSystem()
const folder = mkdtempSync(join(tmpdir(), 'typecase-cli-'))
const program = join(folder, 'typecase.mjs')
beforeAll(() => buildCli(program))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Completed {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function typecase(
  args: readonly string[],
  options: { url?: string; token?: string; input?: string } = {},
): Promise<Completed> {
  const { url = first.system.apiUrl, token = first.api.token, input = '' } = options
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(folder, 'config'),
    TYPECASE_URL: url,
    TYPECASE_TOKEN: token,
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { env, cwd: folder })
    const text = { out: '', err: '' }
    child.stdout.on('data', (chunk) => (text.out += chunk))
    child.stderr.on('data', (chunk) => (text.err += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...text }))
    child.stdin.end(input)
  })
}

async function ok(args: readonly string[], options: Parameters<typeof typecase>[1] = {}): Promise<Completed> {
  const ended = await typecase(args, options)
  expect(ended.code, ended.err).toBe(0)
  return ended
}
const json = async (args: readonly string[], options: Parameters<typeof typecase>[1] = {}) =>
  JSON.parse((await ok([...args, '--json'], options)).out)

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

it('logs in, stores the token in a private file, and logs out', async () => {
  const url = first.system.apiUrl
  const args = ['login', url, '--username', administrator.username, '--password-stdin']
  await ok(args, { token: '', input: `${administrator.password}\n` })
  const file = join(folder, 'config/typecase/credentials.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(
    (await json(['user', 'list'], { token: '', url: '' })).map((user: { username: string }) => user.username),
  ).toEqual(['admin'])
  await ok(['logout'], { token: '' })
  const ended = await typecase(['post', 'list'], { token: '' })
  expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not logged in') })
})

it('exits with the documented codes, and prints messages to standard error', async () => {
  expect(await typecase(['unknown'])).toMatchObject({ code: 2, out: '' })
  expect(await typecase(['post', 'list'], { token: 'wrong' })).toMatchObject({ code: 3, out: '' })
  expect(await typecase(['post', 'get', 'absent'])).toMatchObject({ code: 4, out: '' })
  write({ 'slug.md': '---\ntitle: Taken\nslug: taken\n---\n' })
  await ok(['post', 'create', 'slug.md'])
  expect(await typecase(['post', 'create', 'slug.md'])).toMatchObject({ code: 5, out: '' })
  expect(await typecase(['import', 'archive', 'slug.md'])).toMatchObject({ code: 7, out: '' })
})

it('creates, reads, updates, publishes and deletes a post as Markdown', async () => {
  const { out } = await ok(['post', 'create', '-'], { input: '---\ntitle: Piped\ntags: [a]\n---\n\nBody\n' })
  const id = out.trim()
  const text = (await ok(['post', 'get', id])).out
  expect(text).toContain('title: Piped')
  await ok(['post', 'update', id, '-'], { input: text.replace('Body', 'Other') })
  await ok(['post', 'publish', id])
  expect(await json(['post', 'get', id])).toMatchObject({
    status: 'published',
    content: '\nOther\n',
    tags: ['a'],
  })
  await ok(['post', 'delete', id])
  expect((await typecase(['post', 'get', id])).code).toBe(4)
})

it('reads and changes settings, menu and media', async () => {
  await ok(['settings', 'set', 'siteTitle=123', 'postsPerPage=7'])
  expect(await json(['settings', 'get'])).toMatchObject({ siteTitle: '123', postsPerPage: 7 })
  write({ 'menu.json': '[{"id":"home","title":"Home","url":"/"}]', 'pixel.png': squarePng(3) })
  await ok(['menu', 'set', 'menu.json'])
  expect((await ok(['menu', 'get'])).out).toContain('Home')
  const url = (await ok(['media', 'upload', 'pixel.png', '--alt', 'A pixel'])).out.trim()
  expect(await json(['media', 'list'])).toMatchObject([{ url, alt: 'A pixel' }])
})

it('creates, updates, lists, imports and deletes redirects', async () => {
  const id = (await ok(['redirect', 'create', '/old/', '/new/'])).out.trim()
  await ok(['redirect', 'update', id, '/newer/', '--status', '308'])
  await ok(['redirect', 'create', '/over/'])
  const list = (...args: string[]) => json(['redirect', 'list', ...args])
  expect(await list('--search', 'newer')).toMatchObject([{ id, from: '/old/', to: '/newer/', status: 308 }])
  write({ 'redirects.csv': 'from,to,status\n/a/,/b/,302\nno path,/b/,301\n' })
  const ended = await typecase(['redirect', 'import', 'redirects.csv', '--json'])
  expect(ended).toMatchObject({ code: 6, err: expect.stringContaining('line 3') })
  expect(JSON.parse(ended.out)).toMatchObject({ created: 1, replaced: 0, unchanged: 0 })
  expect(await list()).toMatchObject({ length: 3 })
  expect(await list('--search', 'over')).toMatchObject([{ to: null, status: 410 }])
  await ok(['redirect', 'delete', id])
  expect(await list('--search', 'newer')).toEqual([])
  expect((await typecase(['redirect', 'create', 'no path', '/b/'])).code).toBe(1)
})

const site = {
  'hugo/hugo.toml': 'title = "Imported"\n',
  'hugo/content/about/_index.md': '---\ntitle: About\n---\n\n![Face](face.png) and [first](/posts/first/)\n',
  'hugo/content/about/face.png': squarePng(5),
  'hugo/content/about/people.md': '---\ntitle: People\ndate: 2024-01-02\n---\n\r\n`{{ code }}`  \nno newline',
  'hugo/content/posts/first.md': '---\ntitle: First\ndate: 2020-02-03\n---\nSee [about](/about/).\n',
}

it('reports with --dry-run what an import would create, without calling the API', async () => {
  write(site)
  const report = await json(['import', 'hugo', 'hugo', '--dry-run'], { url: 'http://127.0.0.1:9' })
  expect(report).toMatchObject({
    dryRun: true,
    counts: { pages: 2, posts: 1, media: 1, redirects: 1 },
    notApplied: {},
  })
})

it('imports a folder, and changes nothing when it runs again', async () => {
  write(site)
  const result = await json(['import', 'hugo', 'hugo', '--rewrite-links'])
  expect(result).toMatchObject({
    created: 4,
    unchanged: 0,
    failed: [],
    notApplied: {},
  })
  const pages = await json(['page', 'list'])
  const people = pages.find(({ slug }: { slug: string }) => slug === 'people')
  expect(people).toMatchObject({
    parentPage: 'about',
    sourceKey: 'content/about/people.md',
    createdAt: '2024-01-02T00:00:00.000Z',
    status: 'published',
  })
  expect((await json(['page', 'get', people.id])).content).toBe('\r\n`{{ code }}`  \nno newline')
  const about = pages.find(({ slug }: { slug: string }) => slug === 'about')
  expect((await json(['page', 'get', about.id])).content).toMatch(
    /!\[Face\]\(\/images\/face-[^)]+\.png\) and \[first\]\(\/post\/first\/\)/,
  )
  expect(await json(['import', 'hugo', 'hugo', '--rewrite-links'])).toMatchObject({
    created: 0,
    unchanged: 4,
    failed: [],
  })
})

it('saves comments, which the system cannot store, to a separate folder', async () => {
  const comment = `<wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_author>Bo</wp:comment_author>
    <wp:comment_content>Well said</wp:comment_content></wp:comment>`
  const item = `<item><title>Discussed</title><wp:post_id>5</wp:post_id><wp:post_type>post</wp:post_type>
    <wp:status>publish</wp:status><wp:post_name>discussed</wp:post_name>${comment}</item>`
  const head = '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title>'
  write({ 'talk/old.xml': `${head}${item}</channel></rss>` })
  const ended = await ok(['import', 'wordpress', 'talk/old.xml', '--no-settings', '--json'])
  expect(JSON.parse(ended.out)).toMatchObject({ created: 1, notApplied: { comments: 1 } })
  expect(ended.err).toContain('old-beside')
  const saved = readFileSync(join(folder, 'old-beside/comments.jsonl'), 'utf8')
  expect(JSON.parse(saved)).toMatchObject({ item: 'wordpress:5' })
  expect(saved).toContain('Well said')
})

it('exports an archive that an empty system can import', async () => {
  await ok(['export', 'out.zip'])
  const other = { url: second.system.apiUrl, token: second.api.token }
  const result = await json(['import', 'archive', 'out.zip'], other)
  expect(result.failed).toEqual([])
  await ok(['export', 'again'], other)
  await ok(['export', 'first'])
  const body = (archive: string, file: string) =>
    readFileSync(join(folder, archive, file), 'utf8')
      .split('---\n')
      .slice(2)
      .join('---\n')
  for (const file of ['pages/about/people.md', 'posts/first.md'])
    expect(body('again', file)).toBe(body('first', file))
  expect(existsSync(join(folder, 'again/pages/about.md'))).toBe(true)
  expect((await typecase(['export', 'first'])).code).toBe(7)
})

it('publishes, waits for the page, and passes all checks of the doctor', async () => {
  const page = `${first.system.siteUrl}/about/people/`
  expect((await typecase(['publish', '--wait', '--page', 'about/people/'])).code).toBe(2)
  await ok(['publish', '--wait', '--page', page, '--contains', 'People'])
  const checks = await json(['doctor'])
  expect(checks.map(({ name, ok: isOk }: { name: string; ok: boolean }) => [name, isOk])).toEqual([
    ['connection', true],
    ['clock', true],
    ['session', true],
    ['site', true],
    ['links', true],
  ])
})

it('prints completions for bash and zsh', async () => {
  for (const shell of ['bash', 'zsh'])
    expect((await ok(['completion', shell])).out).toContain("'post') words='list get create")
})
