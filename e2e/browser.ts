/** A real Chromium: CHROMIUM_PATH, else one on PATH, else the one of an npm package (Linux). */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Meant for functions in a cloud; on a machine they make the browser close with its first page. */
const unwanted = ['--single-process', '--no-zygote', '--in-process-gpu', '--disable-web-security', '--allow-running-insecure-content']

/** Launches a headless browser. @throws Error when there is none for this machine */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH ?? onPath()
  if (own) return chromium.launch({ executablePath: own, args: ['--no-sandbox', '--disable-quic'] })
  const args = packaged.args.filter((arg) => !unwanted.includes(arg))
  return chromium.launch({ executablePath: await packaged.executablePath(), args })
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}
