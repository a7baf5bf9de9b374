/** `node apps/admin/build.ts FOLDER`: builds the web interface and then replaces FOLDER with it. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
/** Text formats; pictures and fonts are compressed already. */
const compressible = /\.(js|css|svg|html|json)$/
/** Minimum bytes to compress; smaller files gain nothing. */
const minBytes = 500

const [target] = process.argv.slice(2)
if (!target) {
  console.error('usage: node apps/admin/build.ts FOLDER')
  process.exit(2)
}
await buildInto(resolve(target))

async function buildInto(folder: string): Promise<void> {
  const aside = `${folder}.${process.pid}`
  await mkdir(dirname(folder), { recursive: true })
  try {
    await build({ root: here, logLevel: 'warn', build: { outDir: aside, emptyOutDir: true } })
    await compressAll(aside)
    await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Writes a Brotli and a gzip copy next to each compressible file, except small files and `index.html`. */
async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      if (bytes.length < minBytes || file.endsWith('index.html')) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
