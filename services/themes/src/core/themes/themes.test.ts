import { serviceActor } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { anonymous, editor, testApp } from '../../../test/fixtures/app.ts'
import { bundledTheme, themeFiles, themeZip } from '../../../test/fixtures/theme.ts'
import type { FilePiece } from './theme.ts'

const bundledDefault = (version = '1.0.0', more = '') =>
  bundledTheme('default', { title: 'The default', version, files: { 'assets/more.txt': more } })

async function collected(pieces: AsyncIterable<FilePiece>): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const { path, chunk } of pieces)
    files[path] = (files[path] ?? '') + Buffer.from(chunk).toString()
  return files
}

describe('bundled themes', () => {
  it('are installed once and the default one is activated, with any number of replicas', async () => {
    const { app, facts } = testApp(() => [bundledDefault(), bundledTheme('second', { title: 'Second' })])
    await Promise.all([app.installBundledThemes(), app.installBundledThemes(), app.installBundledThemes()])
    await app.installBundledThemes()
    expect(await app.getActiveTheme()).toMatchObject({ name: 'default', active: true, bundled: true })
    const seen = facts()
    expect([seen.slice(0, 2).sort(), seen.slice(2)]).toEqual([
      ['themes.theme.installed theme:default', 'themes.theme.installed theme:second'],
      ['themes.theme.switched theme:default'],
    ])
  })

  it('are updated to a higher version or to other contents, never to a lower version', async () => {
    let shipped = bundledDefault()
    const { app } = testApp(() => [shipped])
    const versionAfter = async (next: typeof shipped) => {
      shipped = next
      await app.installBundledThemes()
      const { current } = await app.getActiveTheme()
      return [current.version, (await collected(app.readTheme(editor, 'default')))['assets/more.txt']]
    }
    expect(await versionAfter(bundledDefault('1.0.0', 'a'))).toEqual(['1.0.0', 'a'])
    expect(await versionAfter(bundledDefault('1.0.0', 'b'))).toEqual(['1.0.0', 'b'])
    expect(await versionAfter(bundledDefault('1.1.0', 'c'))).toEqual(['1.1.0', 'c'])
    expect(await versionAfter(bundledDefault('1.0.0', 'd'))).toEqual(['1.1.0', 'c'])
  })

  it('stay at the version that a rollback restored, until a higher version ships', async () => {
    let shipped = bundledDefault('1.0.0', 'a')
    const { app } = testApp(() => [shipped])
    await app.installBundledThemes()
    shipped = bundledDefault('1.1.0', 'b')
    await app.installBundledThemes()
    await app.rollbackTheme(editor, 'default')
    await app.installBundledThemes()
    expect((await app.getActiveTheme()).current.version).toBe('1.0.0')
    shipped = bundledDefault('1.2.0', 'c')
    await app.installBundledThemes()
    expect((await app.getActiveTheme()).current.version).toBe('1.2.0')
  })

  it('do not replace an uploaded theme with the same name', async () => {
    let shipped = [bundledDefault()]
    const { app, upload } = testApp(() => shipped)
    await app.installBundledThemes()
    await upload(themeZip({ title: 'Magazine', version: '0.1.0', files: { 'assets/own.txt': 'mine' } }))
    shipped = [bundledDefault(), bundledTheme('magazine', { title: 'Magazine', version: '2.0.0' })]
    await app.installBundledThemes()
    expect(await app.getTheme(editor, 'magazine')).toMatchObject({
      bundled: false,
      current: { version: '0.1.0' },
    })
  })

  it('do not change the active theme', async () => {
    const { app, upload } = testApp(() => [bundledDefault()])
    await app.installBundledThemes()
    await upload(themeZip({ title: 'Own' }))
    await app.switchTheme(editor, 'own')
    await app.installBundledThemes()
    expect((await app.getActiveTheme()).name).toBe('own')
  })

  it('prevent startup if one of them is invalid', async () => {
    const { app } = testApp(() => [bundledTheme('default', { version: 'x' })])
    await expect(app.installBundledThemes()).rejects.toMatchObject({ code: 'THEME_INVALID' })
  })
})

describe('installed themes', () => {
  async function withTwo() {
    const created = testApp(() => [bundledDefault()])
    await created.app.installBundledThemes()
    await created.upload(themeZip({ title: 'Other', version: '2.0.0' }))
    return created
  }

  it('are listed by name, one of them active', async () => {
    const { app } = await withTwo()
    const seen = (await app.listThemes(serviceActor('publisher'))).map(({ name, active }) => [name, active])
    expect(seen).toEqual([
      ['default', true],
      ['other', false],
    ])
  })

  it('are switched with an event that contains both names', async () => {
    const { app, themes } = await withTwo()
    expect(await app.switchTheme(editor, 'other')).toMatchObject({ name: 'other', active: true })
    await app.switchTheme(editor, 'other')
    const switches = themes.facts().filter(({ type }) => type === 'themes.theme.switched')
    expect(switches.map(({ data }) => data)).toMatchObject([
      { name: 'default' },
      { name: 'other', version: '2.0.0', previousName: 'default' },
    ])
    await expect(app.switchTheme(editor, 'none')).rejects.toMatchObject({
      kind: 'not_found',
      code: 'THEME_NOT_FOUND',
      message: 'Theme not found',
    })
  })

  it('are deleted unless active, bundled or unknown', async () => {
    const { app, facts } = await withTwo()
    await expect(app.deleteTheme(editor, 'none')).rejects.toMatchObject({ code: 'THEME_NOT_FOUND' })
    await app.switchTheme(editor, 'other')
    await expect(app.deleteTheme(editor, 'other')).rejects.toMatchObject({
      kind: 'refused',
      code: 'THEME_ACTIVE',
      message: 'Cannot delete the active theme, switch first',
    })
    await expect(app.deleteTheme(editor, 'default')).rejects.toMatchObject({
      kind: 'refused',
      code: 'THEME_BUNDLED',
    })
    await app.switchTheme(editor, 'default')
    await app.deleteTheme(editor, 'other')
    await expect(app.getTheme(editor, 'other')).rejects.toMatchObject({ code: 'THEME_NOT_FOUND' })
    expect(facts()).toContain('themes.theme.removed theme:other')
  })

  it('can be uploaded in any version after their deletion', async () => {
    const { app, upload } = await withTwo()
    await app.deleteTheme(editor, 'other')
    expect(await upload(themeZip({ title: 'Other', version: '1.0.0' }))).toMatchObject({ installed: true })
  })

  it('are read file by file, including empty files, and by digest after an update', async () => {
    const { app, upload } = await withTwo()
    const before = await app.getTheme(editor, 'other')
    await upload(themeZip({ title: 'Other', version: '3.0.0', files: { 'assets/new.txt': 'new' } }))
    expect(await collected(app.readTheme(editor, 'other', before.current.digest))).toEqual(
      themeFiles({ title: 'Other', version: '2.0.0' }),
    )
    expect((await collected(app.readTheme(editor, 'other')))['assets/new.txt']).toBe('new')
    await expect(collected(app.readTheme(editor, 'other', 'none'))).rejects.toMatchObject({
      code: 'THEME_NOT_FOUND',
    })
  })

  it('are hidden from anonymous callers, except the active one', async () => {
    const { app } = await withTwo()
    expect((await app.getActiveTheme()).name).toBe('default')
    for (const ask of [
      () => app.listThemes(anonymous),
      () => app.getTheme(anonymous, 'other'),
      () => app.switchTheme(anonymous, 'other'),
      () => app.rollbackTheme(anonymous, 'other'),
      () => app.deleteTheme(anonymous, 'other'),
      () => collected(app.readTheme(anonymous, 'other')),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('are pruned with their contents a day after their removal', async () => {
    const { app, upload, files, state } = await withTwo()
    await upload(themeZip({ title: 'Gone', files: { 'assets/only-here.txt': 'only here' } }))
    const before = files.hashes().length
    await app.deleteTheme(editor, 'gone')
    expect(await app.pruneThemes()).toBe(0)
    state.now = new Date(state.now.getTime() + 25 * 3_600_000)
    expect(await app.pruneThemes()).toBe(2)
    expect(files.hashes()).toHaveLength(before - 2)
    expect(Object.keys(await collected(app.readTheme(editor, 'other')))).toHaveLength(4)
  })
})
