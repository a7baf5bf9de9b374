/** `npm run screenshots`: the main screens of the web interface, over a small magazine, to docs/screenshots. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type OpenOptions, startAdmin } from '../admin-system.ts'
import { seed } from './seed.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const phone = { width: 390, height: 800 }
/** Milliseconds in which pictures fade in and highlights settle. */
const settling = 700

const admin = await startAdmin()
try {
  const id = await seed(admin.api)
  await mkdir(folder, { recursive: true })
  const screens: readonly (readonly [name: string, path: string, options?: OpenOptions])[] = [
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
    ['posts-phone', '/posts', phone],
  ]
  for (const [name, path, options] of screens) {
    const page = await admin.open(path, options)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(settling)
    await keep(name, await page.screenshot())
    await page.context().close()
  }
  const context = await admin.browser.newContext({ viewport: { width: 1280, height: 850 }, locale: 'en-GB' })
  const login = await context.newPage()
  await login.goto(`${admin.system.apiUrl}/admin`)
  await login.getByRole('button', { name: 'Log in' }).waitFor()
  await keep('login', await login.screenshot())
} finally {
  await admin.stop()
}

/** As small as its few colours allow. */
async function keep(name: string, bytes: Buffer): Promise<void> {
  const small = await sharp(bytes).png({ palette: true, colours: 128, effort: 9 }).toBuffer()
  await writeFile(join(folder, `${name}.png`), small)
  console.log(`${name}.png ${Math.round(small.length / 1024)} KiB`)
}
