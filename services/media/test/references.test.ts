import type { File } from '@typecase/contracts/messages'
import { label, testPostgres } from '@typecase/testing/infra'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editor, startMedia } from './fixtures/media.ts'

const { skip } = await testPostgres()
let count = 0
const anId = () => `01900000-0000-7000-8000-${String(++count).padStart(12, '0')}`

describe.skipIf(skip)(label('references without events', skip), () => {
  let media: Awaited<ReturnType<typeof startMedia>>
  let file: File
  beforeAll(async () => {
    media = await startMedia()
  })
  beforeEach(async () => {
    file = await media.upload('a.txt', 'text/plain', 'x')
    media.content.onSave(undefined)
    media.content.onSettingsRead(undefined)
  })
  afterAll(() => media.stop())

  const references = async () => {
    const reply = await media.client.findReferences({ id: file.id }, media.as)
    return reply.references.map(({ id, type, referenceType }) => [type, id, referenceType])
  }
  const deleting = (how: { clean?: boolean; force?: boolean } = {}) =>
    media.client.deleteFile({ id: file.id, ...how }, media.as)
  const social = () => ({ socialImage: { id: file.id, url: file.url, alt: 'old' } })
  const featured = () => ({ featuredImage: { id: file.id, url: file.url, alt: 'old', credit: 'Ann' } })

  test('a query includes every item saved before it, and follows changes and deletions', async () => {
    const [a, b] = [anId(), anId()]
    expect(await references()).toEqual([])
    for (let n = 1; n <= 5; n++) {
      media.content.post(anId(), `![x](${file.url})`)
      expect(await references()).toHaveLength(n)
    }
    media.content.post(a, `![x](${file.url})`, { ...featured(), ...social() })
    media.content.page(b, `<img src="${file.url}">`)
    expect(await references()).toHaveLength(9)
    expect(await references()).toContainEqual(['post', a, 'socialImage'])
    media.content.post(a, 'gone')
    media.content.remove(b)
    expect(await references()).toHaveLength(5)
  })

  test('the URL matches with the origins of the CMS and of the site, and with no other', async () => {
    media.content.setSettings({
      siteUrl: 'https://site.example/blog',
      staticBaseUrl: 'https://cdn.example/blog',
    })
    const own = [
      'https://cms.example',
      'https://www.example:8443',
      'https://site.example',
      'https://cdn.example',
    ]
    const foreign = ['https://evil.example', 'http://cms.example', 'https://www.example']
    const ids = [...own, ...foreign].map((origin) => {
      const id = anId()
      media.content.post(id, `![x](${origin}${file.url})`)
      return id
    })
    expect((await references()).map(([, id]) => id)).toEqual(ids.slice(0, own.length))
  })

  test('an unknown file is not found', async () => {
    for (const id of [anId(), 'none'])
      await expect(media.client.findReferences({ id }, media.as)).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
      })
  })

  test('a file in use is not deleted, and the error lists its uses', async () => {
    const id = anId()
    media.content.post(id, `![1](${file.url}) ![2](${file.url})`)
    await expect(deleting()).rejects.toMatchObject({
      kind: 'conflict',
      code: 'MEDIA_IN_USE',
      fields: {
        referencesFound: 2,
        references: [{ id, title: `Post ${id}`, type: 'post', referenceType: 'embedded' }],
      },
    })
    expect(String(await media.read(file.url))).toBe('x')
  })

  test('the error for a file in use counts all uses and lists 20 entries; a query lists all', async () => {
    for (let n = 1; n <= 25; n++) media.content.post(anId(), `![x](${file.url})`)
    const refused = {
      code: 'MEDIA_IN_USE',
      fields: {
        referencesFound: 25,
        references: (await references()).slice(0, 20).map(([, id]) => ({ id })),
      },
    }
    await expect(deleting()).rejects.toMatchObject(refused)
    expect(await references()).toHaveLength(25)
  })

  test('force deletes the file and keeps the uses', async () => {
    const id = anId()
    media.content.post(id, `![1](${file.url})`)
    expect(await deleting({ force: true })).toEqual({ referencesFound: 1, referencesRemoved: 0 })
    expect(media.content.item(id)?.content).toBe(`![1](${file.url})`)
  })

  test('clean removes every use as the calling user, then deletes the file', async () => {
    const [a, b] = [anId(), anId()]
    media.content.post(a, `B ![1](${file.url}) and [![2](${file.url})](/x) \`${file.url}\``, {
      ...featured(),
      ...social(),
      subtitle: 'stays',
    })
    media.content.page(b, `<figure><img src="${file.url}"><figcaption>C</figcaption></figure>.`)
    expect(await deleting({ clean: true })).toEqual({ referencesFound: 5, referencesRemoved: 5 })
    expect(media.content.item(a)).toMatchObject({
      content: `B  and  \`${file.url}\``,
      metadata: { featuredImage: null, socialImage: null, subtitle: 'stays' },
    })
    expect(media.content.item(b)?.content).toBe('.')
    expect(media.content.savers()).toEqual([editor, editor])
    await expect(media.client.getFile({ id: file.id }, media.as)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
  })

  test('the logo and the icon of the site are uses, which clean removes as the calling user', async () => {
    media.content.setSettings({ siteTitle: 'My site', siteLogo: file.id, siteIcon: file.id })
    expect(await references()).toEqual([
      ['settings', 'settings', 'siteLogo'],
      ['settings', 'settings', 'siteIcon'],
    ])
    await expect(deleting()).rejects.toMatchObject({ code: 'MEDIA_IN_USE' })
    expect(await deleting({ clean: true })).toEqual({ referencesFound: 2, referencesRemoved: 2 })
    expect(media.content.settings()).toMatchObject({ siteTitle: 'My site', siteLogo: '', siteIcon: '' })
    expect(media.content.savers().at(-1)).toEqual(editor)
  })

  test('clean keeps a logo that another user sets meanwhile, and removes the remaining uses', async () => {
    media.content.setSettings({ siteLogo: file.id, siteIcon: file.id })
    media.content.onSettingsRead(() => media.content.setSettings({ siteLogo: 'another' }))
    const reply = await deleting({ clean: true })
    media.content.onSettingsRead(undefined)
    expect(reply).toEqual({ referencesFound: 2, referencesRemoved: 1 })
    expect(media.content.settings()).toMatchObject({ siteLogo: 'another', siteIcon: '' })
  })

  test('a query reads the settings once', async () => {
    const before = media.content.settingsReads()
    await references()
    expect(media.content.settingsReads() - before).toBe(1)
  })

  test('concurrent edits are kept while uses are removed', async () => {
    const id = anId()
    media.content.post(id, `![1](${file.url})`)
    let times = 0
    media.content.onSave(() => {
      if (times++ < 3) media.content.post(id, `edit ${times} ![1](${file.url})`)
    })
    expect(await deleting({ clean: true })).toEqual({ referencesFound: 1, referencesRemoved: 1 })
    expect(media.content.item(id)?.content).toBe('edit 3 ')
  })

  test('a file is not deleted if other users add new uses during every removal', async () => {
    const id = anId()
    media.content.post(id, `![1](${file.url})`)
    media.content.onSave(() => media.content.post(anId(), `![1](${file.url})`))
    await expect(deleting({ clean: true })).rejects.toMatchObject({ code: 'MEDIA_IN_USE' })
    media.content.onSave(undefined)
    expect(await deleting({ clean: true })).toEqual({ referencesFound: 1, referencesRemoved: 1 })
  })

  test('an item that changes repeatedly results in a conflict', async () => {
    const id = anId()
    media.content.post(id, `![1](${file.url})`)
    media.content.onSave(() => media.content.post(id, `![1](${file.url}) again`))
    await expect(deleting({ clean: true })).rejects.toMatchObject({ kind: 'conflict', code: 'CONTENT_BUSY' })
  })

  test('new texts are propagated to the uses that have the old texts', async () => {
    const [a, b] = [anId(), anId()]
    media.content.post(
      a,
      `![old](${file.url}) ![mine](${file.url}) <img src="${file.url}" alt='old'>`,
      featured(),
    )
    media.content.page(
      b,
      `<figure><img src="${file.url}" alt="x"><figcaption>old &amp; grey</figcaption></figure>`,
      social(),
    )
    const texts = { oldAlt: 'old', newAlt: 'new\r\n"text"', oldCaption: 'old & grey', newCaption: '<new>' }
    expect(await media.client.propagateMetadata({ id: file.id, ...texts }, media.as)).toEqual({
      updatedCount: 2,
      altUpdates: 4,
      captionUpdates: 1,
    })
    expect(media.content.item(a)?.content).toBe(
      `![new "text"](${file.url}) ![mine](${file.url}) <img src="${file.url}" alt="new &quot;text&quot;">`,
    )
    expect(media.content.item(a)?.metadata).toEqual({
      featuredImage: { id: file.id, url: file.url, alt: 'new "text"', credit: 'Ann' },
    })
    expect(media.content.item(b)?.content).toContain('alt="x"><figcaption>&lt;new&gt;</figcaption>')
    expect(await media.client.propagateMetadata({ id: file.id, ...texts }, media.as)).toEqual({
      updatedCount: 0,
      altUpdates: 0,
      captionUpdates: 0,
    })
    expect(await media.client.propagateMetadata({ id: file.id, newAlt: 'any' }, media.as)).toMatchObject({
      updatedCount: 2,
      altUpdates: 6,
    })
  })

  test('queries and deletions fail while content is unavailable', async () => {
    const other = await startMedia()
    const { id } = await other.upload('a.txt', 'text/plain', 'x')
    await other.content.stop()
    for (const call of [
      () => other.client.findReferences({ id }, other.as),
      () => other.client.deleteFile({ id, force: true }, other.as),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: 'unavailable', code: 'REFERENCES_BEHIND' })
    }
    expect((await other.client.getFile({ id }, other.as)).id).toBe(id)
    await other.stop()
  })
})
