/**
 * `npm run screenshots [-- NAME ...]`: saves screenshots of all or the named screens, with sample content, to
 * docs/screenshots. `sites` takes screenshots of sites in German, Arabic and Japanese with each theme.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type OpenOptions, startAdmin } from '../admin-system.ts'
import { type Api, eventually } from '../api.ts'
import { seed } from './seed.ts'
import { siteScreenshots } from './sites.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const phone = { width: 390, height: 800 }
/** Milliseconds to wait for CSS transitions, in which images fade in and highlights fade out. */
const transitionMs = 700
const names = process.argv.slice(2)
const isRequested = (name: string) => names.length === 0 || names.includes(name)

const screensOf = (id: string): readonly (readonly [name: string, path: string, options?: OpenOptions])[] => [
  ['dashboard', ''],
  ['posts', '/posts'],
  ['editor', `/posts/${id}`, { width: 1440, height: 900 }],
  ['editor-dark', `/posts/${id}`, { width: 1440, height: 900, dark: true }],
  ['editor-phone', `/posts/${id}`, phone],
  ['pages', '/pages'],
  ['media', '/media'],
  ['menu', '/menu'],
  ['themes', '/themes'],
  ['publish', '/publish'],
  ['settings', '/settings'],
  ['users', '/users'],
  ['setup', '/setup?step=theme'],
  ['posts-phone', '/posts', phone],
]

await mkdir(folder, { recursive: true })
if (isRequested('sites')) await siteScreenshots(saveScreenshot)
if (names.join() !== 'sites') await adminScreenshots()

async function adminScreenshots(): Promise<void> {
  const admin = await startAdmin()
  try {
    const id = await seed(admin.api)
    await publishOneMore(admin.api)
    for (const [name, path, options] of screensOf(id)) {
      if (!isRequested(name)) continue
      const page = await admin.open(path, options)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(transitionMs)
      await saveScreenshot(name, await page.screenshot())
      await page.context().close()
    }
    if (isRequested('login')) {
      const context = await admin.browser.newContext({
        viewport: { width: 1280, height: 850 },
        locale: 'en-GB',
      })
      const login = await context.newPage()
      await login.goto(`${admin.system.apiUrl}/admin`)
      await login.getByRole('button', { name: 'Log in' }).waitFor()
      await saveScreenshot('login', await login.screenshot())
    }
  } finally {
    await admin.stop()
  }
}

/** Waits for renditions, publishes a post with a broken link and waits until it is on the site. */
async function publishOneMore(api: Api): Promise<void> {
  const images = async () =>
    (await api.ok('GET', '/api/media?limit=100')).body.data as unknown as { renditions: object[] }[]
  await eventually(
    'renditions',
    async () => (await images()).every(({ renditions }) => renditions.length > 0),
    300_000,
  )
  const metadata = {
    title: 'Where the ampersand comes from',
    category: 'History',
    tags: ['type'],
    status: 'published',
  }
  const content = 'Before it was a sign it was a word: *et*. See also [the long s](/post/the-long-s/).'
  const { id } = (await api.ok('POST', '/api/posts', { json: { metadata, content } })).body
  const newest = async () =>
    (await api.ok('GET', '/api/static/receipts?limit=5')).body.data as unknown as {
      state: string
      changes: { id: string }[]
    }[]
  await eventually('the post on the site', async () =>
    (await newest()).some(
      ({ state, changes }) => state === 'activated' && changes.some((change) => change.id === id),
    ),
  )
}

/** Saves a screenshot with a reduced palette, so that the file is small. */
async function saveScreenshot(name: string, bytes: Buffer): Promise<void> {
  const small = await sharp(bytes).png({ palette: true, colours: 128, effort: 9 }).toBuffer()
  await writeFile(join(folder, `${name}.png`), small)
  console.log(`${name}.png ${Math.round(small.length / 1024)} KiB`)
}
