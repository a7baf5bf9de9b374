/** Starts Chromium: the program in CHROMIUM_PATH, one on PATH, or that of an npm package (Linux). */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Arguments of the package for cloud functions. With them, closing the first page ends the browser. */
const unwanted = [
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
  '--disable-web-security',
  '--allow-running-insecure-content',
]
const toolsDir = fileURLToPath(new URL('../.tools', import.meta.url))
const manifest = new URL('./node_modules/@sparticuz/chromium/package.json', import.meta.url)

/** Test pages live for seconds. Optimizing compilers, more threads and processes cost more than they save. */
const forShortPages = [
  '--js-flags=--no-opt --no-maglev --single-threaded',
  '--renderer-process-limit=1',
  '--num-raster-threads=1',
]

/** @throws Error when no browser is available */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? onPath()
  if (installed)
    return chromium.launch({
      executablePath: installed,
      args: ['--no-sandbox', '--disable-quic', '--disable-gpu', ...forShortPages],
    })
  // Emulating a graphics card in software takes three times as long as drawing without one.
  packaged.setGraphicsMode = false
  const args = packaged.args.filter((arg) => !unwanted.includes(arg))
  return chromium.launch({ executablePath: await unpacked(), args: [...args, ...forShortPages] })
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

/**
 * Path of the package's program. Unpacks the program into the tools folder once per version. Several
 * processes may call this concurrently.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const folder = join(toolsDir, `chromium-${version}`)
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  await mkdir(toolsDir, { recursive: true })
  const aside = await mkdtemp(join(toolsDir, 'chromium-unpacking-'))
  try {
    await unpackInto(aside)
    await rename(aside, folder).catch((error: unknown) => {
      if (!existsSync(program)) throw error
    })
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return program
}

/** The package unpacks only into the folder in TMPDIR, which it reads before its first await. */
async function unpackInto(folder: string): Promise<void> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  const unpacking = packaged.executablePath()
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await unpacking
}
