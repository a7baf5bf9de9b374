/** Runs the commands of README.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient, loggedIn } from './api.ts'
import { administrator, type SystemProcess, startProcess, temporaryFolder } from './process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')

/** The code blocks in `language` below `heading`, joined. */
function commandsOf(heading: string, language: string): string {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^```(\w*)\n(.*?)^```/gms)]
    .filter(([, of]) => of === language)
    .map(([, , commands]) => commands)
    .join('\n')
}

/** Runs a shell script that stops at the first error; returns its standard output. */
async function shell(script: string, cwd: string): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'close')
  expect(`${code} ${errors}`).toBe('0 ')
  return output
}

const folder = temporaryFolder()
let system: SystemProcess

beforeAll(async () => {
  system = await startProcess(`${folder.path}/.typecase`)
}, 90_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

const siteHas = async (path: string, text: string): Promise<void> => {
  const answer = await apiClient(system.siteUrl).ok('GET', path)
  expect(answer.text).toContain(text)
}

describe('the README', () => {
  it('has a tour with curl whose commands succeed and publish a post', async () => {
    const tour = commandsOf('A tour with curl', 'bash')
      .replace('http://127.0.0.1:3000', system.apiUrl)
      .replace('http://127.0.0.1:3001', system.siteUrl)
      .replace('THE PASSWORD', administrator.password)
    const output = await shell(tour, folder.path)
    expect(output).not.toContain('"success":false')
    expect(output).toContain('\nsucceeded\n')
    expect(output).toContain('Some <strong>ink</strong> on paper.')
    expect(output).toMatch(/<img[^>]*alt="A type case"/)
    expect(output).toContain('<rss')
    await siteHas('/about/', 'We print.')
    const ada = await loggedIn(system.apiUrl, { username: 'ada', password: 'a good password' })
    expect((await ada.request('POST', '/api/static/generate')).status).toBe(403)
  }, 120_000)

  it('is right about which Markdown features the site renders', async () => {
    const api = await loggedIn(system.apiUrl, administrator)
    const content = [
      '| a |\n|---|\n| b |',
      '- [x] done',
      '~~gone~~',
      'https://example.org/bare',
      'note[^1]\n\n[^1]: foot',
      '<b onclick="x()">raw</b>',
    ]
    await api.ok('POST', '/api/posts', {
      json: { metadata: { title: 'Flavours', status: 'published' }, content: content.join('\n\n') },
    })
    await api.generate()
    const { text } = await apiClient(system.siteUrl).ok('GET', '/post/flavours/')
    for (const part of [
      '<td>b</td>',
      'type="checkbox"',
      '<del>gone</del>',
      'href="https://example.org/bare"',
      '<b>raw</b>',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/footnote|onclick/)
  }, 60_000)

  it('has a command that copies the data folder, and a system started on the copy has all data', async () => {
    expect(commandsOf('Where the data is', '')).toBe(
      'cp -a .typecase typecase-backup\nTYPECASE_DATA=typecase-backup npm start\n',
    )
    expect(await system.end('SIGINT')).toBe(0)
    await shell('cp -a .typecase typecase-backup', folder.path)
    system = await startProcess(`${folder.path}/typecase-backup`)
    const api = await loggedIn(system.apiUrl, administrator)
    const { body } = await api.ok('GET', '/api/posts')
    expect(body.total).toBe(2)
    const [image] = (await api.ok('GET', '/api/media')).body.data as unknown as { url: string }[]
    expect((await api.ok('GET', String(image?.url))).bytes.length).toBeGreaterThan(0)
    await siteHas('/post/movable-type/', 'Some <strong>ink</strong>')
  }, 120_000)

  it('names only files and folders that exist', () => {
    const table = readme.split(/^## /m).find((part) => part.startsWith('I want to')) ?? ''
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#$]+)\)/g)].map(([, path = '']) => path)
    const named = [...table.matchAll(/`([\w./*-]+\/[\w./*-]*)`/g)].map(([, path = '']) => path)
    expect(links.length + named.length).toBeGreaterThan(10)
    // A path that starts with src/ may be in any service.
    const paths = named
      .map((path) => (path.startsWith('src/') ? `services/*/${path}` : path))
      .filter((path) => !path.includes('NAME'))
    expect(
      [...links, ...paths].filter(
        (path) => !existsSync(root + path) && globSync(path, { cwd: root }).length === 0,
      ),
    ).toEqual([])
  })
})
