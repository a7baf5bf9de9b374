import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from './files.ts'
import { addFile, importServer } from './import-server.ts'
import { archiveOf, importInto, itemFile, mediaFiles } from './imports.ts'

const folder = scratch()
const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`
/** An SVG from which the server removes the script. */
const withScript = (text: string) => svg(`${text}<script>run()</script>`)

/** A post whose body shows these files. */
const postWith = (...files: string[]) => ({
  'posts/shown.md': itemFile('shown', {}, files.map((file) => `![](/old/${file})`).join('\n')),
})

/** Contents of the files that the body of the last imported item shows, in order. */
const shownBy = ({ items, files }: Awaited<ReturnType<typeof importServer>>) =>
  [...String(items.at(-1)?.content).matchAll(/\(([^)]+)\)/g)].map(
    ([, url]) => files.find((file) => file.url === url)?.content,
  )

it('uploads an SVG image if the library has a different image with the same name', async () => {
  const server = await importServer()
  addFile(server, 'logo.svg', svg('own'))
  const archive = await archiveOf(folder, {
    ...mediaFiles('logo.svg', svg('imported')),
    ...postWith('logo.svg'),
  })
  expect(await importInto(server, archive)).toMatchObject({ failed: [] })
  expect(shownBy(server)).toEqual([svg('imported')])
})

it('distinguishes two files with the same name and size, even in a second run', async () => {
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

it('uploads nothing in a second run, even if the server changed the bytes', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, {
    ...mediaFiles('logo.svg', withScript('imported')),
    ...mediaFiles('photo.png', 'a photo'),
  })
  expect(await importInto(server, archive)).toMatchObject({ created: 2, unchanged: 0, failed: [] })
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 2, failed: [] })
  expect(server.files.map(({ content }) => content).sort()).toEqual([svg('imported'), 'a photo'])
})

it('derives a version 8 id from name and bytes for a file without a UUID', async () => {
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

it('stores only one file if the archive has two with the same name and bytes', async () => {
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

it('uses the library file with the same name and bytes, not a different file of the same size', async () => {
  const server = await importServer()
  const equal = addFile(server, 'photo.png', 'a photo')
  addFile(server, 'photo.png', 'another')
  const archive = await archiveOf(folder, { ...mediaFiles('photo.png', 'a photo'), ...postWith('photo.png') })
  await importInto(server, archive)
  expect(server.files).toHaveLength(2)
  expect(server.items[0]?.content).toContain(equal.url)
})

it('uploads a deleted file again, and finds it in the next run under its new id', async () => {
  const server = await importServer()
  const archive = await archiveOf(folder, mediaFiles('photo.png', 'a photo'))
  await importInto(server, archive)
  for (const { id } of server.files.splice(0)) server.deletedFiles.add(id)
  expect(await importInto(server, archive)).toMatchObject({ created: 1 })
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 1 })
  expect(server.files).toHaveLength(1)
})

it('does not merge files with different ids, even if names and bytes are equal', async () => {
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

it('uploads no file twice when other files are deleted while the library is listed', async () => {
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

it('uses the oldest library file with the same name and bytes', async () => {
  const server = await importServer()
  const oldest = addFile(server, 'photo.png', 'a photo')
  addFile(server, 'photo.png', 'a photo')
  const archive = await archiveOf(folder, { ...mediaFiles('photo.png', 'a photo'), ...postWith('photo.png') })
  await importInto(server, archive)
  expect(server.items[0]?.content).toContain(oldest.url)
})

it('finds library files by the digests in the manifest, without reading the media files', async () => {
  const archives = scratch()
  const server = await importServer()
  addFile(server, 'photo.png', 'a photo')
  const files = { ...mediaFiles('photo.png', 'a photo'), ...mediaFiles('logo.svg', withScript('imported')) }
  await importInto(server, await archiveOf(archives, files))
  const archive = await archiveOf(archives, files)
  const media = globSync('*/media/{photo.png,logo.svg}', { cwd: archives })
  expect(media).toHaveLength(4)
  for (const path of media) rmSync(join(archives, path))
  expect(await importInto(server, archive)).toMatchObject({ created: 0, unchanged: 2, failed: [] })
})
