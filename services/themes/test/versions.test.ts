/** Versions of themes over gRPC: rejected uploads, rollback, races of two replicas, the shipped catalogue. */
import { label, testPostgres } from '@typecase/testing/infra'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asEditor, type RunningThemes, startThemes, type ThemesClient } from './fixtures/service.ts'
import { themeZip } from './fixtures/theme.ts'

const { skip } = await testPostgres()

describe.skipIf(skip !== undefined)(label('versions of themes', skip), () => {
  let running: RunningThemes
  let replicaA: ThemesClient
  let replicaB: ThemesClient
  let upload: RunningThemes['upload']
  let read: RunningThemes['read']

  beforeAll(async () => {
    running = await startThemes({ bundledMarketplace: true })
    ;({ replicaA, replicaB, upload, read } = running)
  })
  afterAll(() => running.stop())

  it('are rejected if they cannot render a page, and nothing is installed', async () => {
    const bad = themeZip({
      title: 'Untried',
      files: {
        'templates/post.html': '<p>\n{{> nowhere}}\n{{#*inline "x"}}{{/inline}}',
        'templates/home.html': '{{shout title}}',
      },
    })
    await expect(upload(bad)).rejects.toMatchObject({
      code: 'THEME_INVALID',
      fields: {
        faults: [
          { file: 'templates/home.html', line: 1, message: 'there is no helper named shout' },
          { file: 'templates/post.html', line: 2, message: 'the partial nowhere does not exist' },
          { file: 'templates/post.html', line: 3, message: 'decorators are not allowed' },
        ],
      },
    })
    const stuck = themeZip({ title: 'Untried', files: { 'templates/post.html': '{{#each}}x{{/each}}' } })
    await expect(upload(stuck)).rejects.toMatchObject({
      fields: { faults: [{ file: 'templates/post.html', line: 1 }] },
    })
    await expect(replicaA.getTheme({ name: 'untried' }, asEditor)).rejects.toMatchObject({
      code: 'THEME_NOT_FOUND',
    })
  })

  it('with hundreds of errors report as many as a response can carry', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [
        `templates/${'long-name-'.repeat(9)}${n}.html`,
        '{{> nowhere}}',
      ]),
    )
    const error = (await upload(themeZip({ files: many })).catch((thrown: unknown) => thrown)) as {
      code: string
      fields: { faults: object[] }
    }
    expect(error.code).toBe('THEME_INVALID')
    expect(error.fields.faults.length).toBeGreaterThan(30)
  })

  it('roll back exactly to the previous version, and forward again', async () => {
    const first = await upload(themeZip({ title: 'Turning', files: { 'assets/x.txt': 'old' } }))
    await expect(replicaA.rollbackTheme({ name: 'turning' }, asEditor)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'NO_PREVIOUS_VERSION',
    })
    const second = await upload(
      themeZip({ title: 'Turning', version: '1.1.0', files: { 'assets/x.txt': 'new' } }),
    )
    expect(second.theme?.previousVersion).toBe('1.0.0')
    expect(await replicaB.rollbackTheme({ name: 'turning' }, asEditor)).toMatchObject({
      version: '1.0.0',
      digest: first.theme?.digest,
      previousVersion: '1.1.0',
    })
    expect((await read('turning')).get('assets/x.txt')?.toString()).toBe('old')
    expect(await replicaA.rollbackTheme({ name: 'turning' }, asEditor)).toMatchObject({
      version: '1.1.0',
      digest: second.theme?.digest,
    })
    await expect
      .poll(() =>
        running.events
          .filter(({ subject }) => subject === 'theme:turning')
          .map(({ data }) => (data as { version: string }).version),
      )
      .toEqual(['1.0.0', '1.1.0', '1.0.0', '1.1.0'])
    await expect(replicaA.rollbackTheme({ name: 'nothing' }, asEditor)).rejects.toMatchObject({
      code: 'THEME_NOT_FOUND',
    })
  })

  it('are immutable: a stored version number accepts no other contents', async () => {
    await upload(themeZip({ title: 'Fixed' }))
    const newer = themeZip({ title: 'Fixed', version: '2.0.0' })
    await upload(newer)
    await replicaA.rollbackTheme({ name: 'fixed' }, asEditor)
    for (const version of ['1.0.0', '2.0.0'])
      await expect(
        upload(themeZip({ title: 'Fixed', version, files: { 'assets/other.txt': 'other' } })),
      ).rejects.toMatchObject({
        code: 'THEME_EXISTS',
      })
    expect((await upload(newer)).theme).toMatchObject({ version: '2.0.0', previousVersion: '1.0.0' })
  })

  it('keep a valid theme active during concurrent updates, rollbacks, switches and deletions', async () => {
    await upload(themeZip({ title: 'Busy' }))
    for (let round = 1; round <= 6; round++) {
      const name = { name: 'busy' }
      await Promise.allSettled([
        upload(
          themeZip({ title: 'Busy', version: `1.${round}.0`, files: { 'assets/round.txt': String(round) } }),
        ),
        replicaB.switchTheme(name, asEditor),
        replicaA.deleteTheme(name, asEditor),
        replicaB.rollbackTheme(name, asEditor),
        replicaA.switchTheme({ name: 'default' }, asEditor),
        replicaB.deleteTheme(name, asEditor),
      ])
      const active = await replicaA.getActiveTheme({})
      expect((await replicaB.listThemes({}, asEditor)).themes).toContainEqual(active)
      const files = await read(active.name, active.digest)
      expect(files.get('templates/layout.html')?.length, `round ${round}`).toBeGreaterThan(0)
    }
  })

  it('can be installed, updated and rolled back offline from the shipped catalogue', async () => {
    const { themesJson, source } = await replicaA.listMarketplace({}, asEditor)
    expect([
      source,
      themesJson.map((json) => JSON.parse(json)).map(({ title, versions }) => [title, versions]),
    ]).toEqual([
      'bundled',
      [
        ['Folio', ['1.2.0']],
        ['Typewriter', ['1.3.0', '1.2.0', '1.1.0', '1.0.0']],
      ],
    ])
    await expect(
      replicaA.installMarketplaceTheme({ name: 'typewriter', version: '0.9.0' }, asEditor),
    ).rejects.toMatchObject({
      code: 'MARKETPLACE_THEME_NOT_FOUND',
    })
    expect(
      await replicaA.installMarketplaceTheme({ name: 'typewriter', version: '1.0.0' }, asEditor),
    ).toMatchObject({
      theme: { version: '1.0.0' },
    })
    expect((await replicaA.checkThemeUpdates({}, asEditor)).updates).toMatchObject([
      { name: 'typewriter', currentVersion: '1.0.0', latestVersion: '1.3.0' },
    ])
    expect(await replicaA.getThemeChangelog({ name: 'typewriter' }, asEditor)).toMatchObject({
      installedVersion: '1.0.0',
      hasChanges: true,
    })
    const { theme, changelog } = await replicaA.updateMarketplaceTheme({ name: 'typewriter' }, asEditor)
    expect([theme?.version, theme?.previousVersion, changelog.length]).toEqual(['1.3.0', '1.0.0', 10])
    await expect(replicaA.updateMarketplaceTheme({ name: 'typewriter' }, asEditor)).rejects.toMatchObject({
      code: 'UP_TO_DATE',
    })
    await replicaA.rollbackTheme({ name: 'typewriter' }, asEditor)
    expect((await replicaA.checkThemeUpdates({}, asEditor)).updates).toHaveLength(1)
    expect(await replicaA.installMarketplaceTheme({ name: 'folio' }, asEditor)).toMatchObject({
      theme: { version: '1.2.0' },
    })
  })

  it('have the changelog of their theme.json if the theme is not in the marketplace', async () => {
    const { version } = await replicaA.getTheme({ name: 'default' }, asEditor)
    const changelog = await replicaA.getThemeChangelog({ name: 'default' }, asEditor)
    expect(changelog).toMatchObject({ latestVersion: version, installedVersion: version, hasChanges: false })
    expect(changelog.fullChangelog[0]?.version).toBe(version)
    expect(changelog.latestChanges.length).toBeGreaterThan(0)
    expect(
      (await replicaA.getThemeChangelog({ name: 'default', version }, asEditor)).fullChangelog,
    ).toHaveLength(1)
    await upload(themeZip({ title: 'Silent', json: { changelog: 'none' } }))
    for (const unknown of [{ name: 'default', version: '0.0.1' }, { name: 'silent' }, { name: 'nothing' }])
      await expect(replicaA.getThemeChangelog(unknown, asEditor)).rejects.toMatchObject({
        code: 'MARKETPLACE_THEME_NOT_FOUND',
      })
  })
})
