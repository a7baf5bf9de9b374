import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bodyFiles } from '../src/adapters/markup/body-files.ts'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite, body } from './support/sites.ts'

const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

it('a generation deletes old stored bodies that the site does not show', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-bodies-'))
  const files = bodyFiles(folder)
  const markup = markedMarkup({ files })
  const publisher = testPublisher(aSourceSite({ posts: [aPost('one'), aPost('two')] }), { markup })
  onTestFinished(async () => {
    publisher.close()
    await markup.part.stop()
    rmSync(folder, { recursive: true })
  })
  files.write(new Map([['0safe unused', { facts: {}, html: Buffer.from('<p>unused</p>') }]]))
  const [unused = ''] = namesIn(folder)
  utimesSync(unused, 0, 0)
  await publisher.generate()
  expect(existsSync(unused)).toBe(false)
  expect(namesIn(folder)).toHaveLength(2)
  await publisher.generate()
  expect(namesIn(folder)).toHaveLength(2)
})

it('bodies are rendered again when raw HTML is allowed or forbidden', async () => {
  const site = aSourceSite({ posts: [aPost('one', { body: body('<button>Raw</button>') })] })
  const publisher = testPublisher(site)
  onTestFinished(publisher.close)
  const isRaw = []
  for (const allowRawHtml of [false, true, false]) {
    publisher.change({ ...site, settings: { ...site.settings, allowRawHtml } })
    await publisher.generate()
    isRaw.push((await publisher.files()).get('post/one/index.html')?.includes('<button>Raw</button>'))
  }
  expect(isRaw).toEqual([false, true, false])
})
