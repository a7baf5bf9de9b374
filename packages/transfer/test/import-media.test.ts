import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from './files.ts'
import { addFile, importServer } from './import-server.ts'
import { archiveOf, importInto, itemFile, mediaFiles } from './imports.ts'

const folder = scratch()
const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`
/** The server stores other bytes than these. */
const withScript = (text: string) => svg(`${text}<script>run()</script>`)

/** A post whose body shows these files. */
const postWith = (...files: string[]) => ({
  'posts/shown.md': itemFile('shown', {}, files.map((file) => `![](/old/${file})`).join('\n')),
})

/** Contents of the library's files that the body of the last imported item shows, in their order. */
const shownBy = ({ items, files }: Awaited<ReturnType<typeof importServer>>) =>
  [...String(items.at(-1)?.content).matchAll(/\(([^)]+)\)/g)].map(
    ([, url]) => files.find((file) => file.url === url)?.content,
  )

it('uploads two SVG images of the same name', async () => {
  const server = await importServer()
  addFile(server, 'logo.svg', svg('own'))
  const archive = await archiveOf(folder, {
    ...mediaFiles('logo.svg', svg('imported')),
    ...postWith('logo.svg'),
  })
  expect(await importInto(server, archive)).toMatchObject({ failed: [] })
  expect(shownBy(server)).toEqual([svg('imported')])
})

it('shows the correct one of two files with the same name and size, also after a second run', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, {
    ...mediaFiles('photo.png', 'first!'),
    ...mediaFiles('photo-2.png', 'second', { originalFilename: 'photo.png' }),
    ...postWith('photo.png', 'photo-2.png'),
  })
  for (let run = 0; run < 2; run++) {
    await importInto(server, archive)
    expect(shownBy(server)).toEqual(['first!', 'second'])
  }
})

it('uploads nothing in a second run, even if the server stored other bytes', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, {
    ...mediaFiles('logo.svg', withScript('imported')),
    ...mediaFiles('photo.png', 'a photo'),
  })
  expect(await importInto(server, archive)).toMatchObject({ created: 2, unchanged: 0, failed: [] })
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 2, failed: [] })
  expect(server.files.map(({ content }) => content).sort()).toEqual([svg('imported'), 'a photo'])
})

it('gives a file without an id one of version 8 that depends on its name and bytes only', async () => {
  const [first, second] = [await importServer(), await importServer()]
  for (const server of [first, second])
    await importInto(server, await archiveOf(folder, mediaFiles('a.png', 'bytes', { id: 'wp-7' })))
  const [file] = first.files
  expect(file?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(second.files).toEqual(first.files)
  await importInto(second, await archiveOf(folder, mediaFiles('b.png', 'bytes')))
  await importInto(second, await archiveOf(folder, mediaFiles('a.png', 'other')))
  expect(new Set(second.files.map(({ id }) => id)).size).toBe(3)
})

it('stores two files of the archive with the same name and bytes once', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, {
    ...mediaFiles('photo.png', 'a photo', { alt: 'In spring' }),
    ...mediaFiles('photo-2.png', 'a photo', { originalFilename: 'photo.png', alt: 'In autumn' }),
    ...postWith('photo.png', 'photo-2.png'),
  })
  expect(await importInto(server, archive)).toMatchObject({ created: 2, unchanged: 1, failed: [] })
  expect(server.files).toHaveLength(1)
  expect(shownBy(server)).toEqual(['a photo', 'a photo'])
})

it('uses a file of the library with the same name and bytes, not one of the same size', async () => {
  const server = await importServer()
  const own = addFile(server, 'photo.png', 'a photo')
  addFile(server, 'photo.png', 'another')
  const archive = await archiveOf(folder, { ...mediaFiles('photo.png', 'a photo'), ...postWith('photo.png') })
  await importInto(server, archive)
  expect(server.files).toHaveLength(2)
  expect(server.items[0]?.content).toContain(own.url)
})

it('finds a file again whose first id belongs to a deleted file', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, mediaFiles('photo.png', 'a photo'))
  await importInto(server, archive)
  for (const { id } of server.files.splice(0)) server.deletedFiles.add(id)
  expect(await importInto(server, archive)).toMatchObject({ created: 1 })
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 1 })
  expect(server.files).toHaveLength(1)
})

it('imports two files with different ids, whatever their names and bytes', async () => {
  const server = await importServer()
  const ids = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  const archive = await archiveOf(folder, {
    ...mediaFiles('photo.png', 'a photo', { id: ids[0] }),
    ...mediaFiles('photo-2.png', 'a photo', { id: ids[1], originalFilename: 'photo.png' }),
  })
  addFile(server, 'photo.png', 'a photo', ids[0])
  await importInto(server, archive)
  expect(server.files.map(({ id }) => id)).toEqual(ids)
})

it('uploads no file again when others are deleted while the library is listed', async () => {
  const server = await importServer()
  const id = '01900000-0000-7000-8000-000000000001'
  for (let n = 0; n < 1200; n++)
    addFile(server, n === 199 ? 'photo.png' : `${n}.png`, `bytes ${n}`, n === 199 ? id : null)
  const archive = await archiveOf(folder, {
    ...mediaFiles('photo.png', 'bytes 199', { id }),
    ...postWith('photo.png'),
  })
  let isListed = false
  server.before = ({ name }) => {
    if (isListed) server.files.splice(1199)
    isListed ||= name === 'GET /api/media'
  }
  expect(await importInto(server, archive)).toMatchObject({ created: 1, unchanged: 1, failed: [] })
  expect(server.files.filter((file) => file.id === id)).toHaveLength(1)
  expect(shownBy(server)).toEqual(['bytes 199'])
})

it('uses the oldest of the files of the library with the same name and bytes', async () => {
  const server = await importServer()
  const oldest = addFile(server, 'photo.png', 'a photo')
  addFile(server, 'photo.png', 'a photo')
  const archive = await archiveOf(folder, { ...mediaFiles('photo.png', 'a photo'), ...postWith('photo.png') })
  await importInto(server, archive)
  expect(server.items[0]?.content).toContain(oldest.url)
})

it('finds files of the library by the digests of the manifest, without their bytes', async () => {
  const own = scratch()
  const server = await importServer()
  addFile(server, 'photo.png', 'a photo')
  const files = { ...mediaFiles('photo.png', 'a photo'), ...mediaFiles('logo.svg', withScript('imported')) }
  await importInto(server, await archiveOf(own, files))
  const archive = await archiveOf(own, files)
  const media = globSync('*/media/{photo.png,logo.svg}', { cwd: own })
  expect(media).toHaveLength(4)
  for (const path of media) rmSync(join(own, path))
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 2, failed: [] })
})
