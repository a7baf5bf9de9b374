import { anonymous } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A publisher that has built a site in `_site`. */
async function publisher() {
  const fixture = testPublisher(aSourceSite({ posts: [aPost('one', { at: 1 })] }))
  closing.push(fixture.close)
  await fixture.generate()
  return fixture
}

const message = 'The output folder _site/inner overlaps with _site, which holds another site'
const overlapError = {
  kind: 'invalid',
  code: 'VALIDATION_ERROR',
  message,
  problems: [{ path: 'outputDir', message }],
}

describe('a folder within the output of another site', () => {
  it('is rejected as the output of a generation', async () => {
    const { app, admin, ledger } = await publisher()
    await expect(app.generateSite(admin, { outputDir: '_site/inner' })).rejects.toMatchObject(overlapError)
    expect((await ledger.overview()).current).toBeUndefined()
  })

  it('is rejected even if the other site is only configured and not built yet', async () => {
    const { app, admin, ledger } = testPublisher(aSourceSite({ posts: [aPost('one', { at: 1 })] }))
    for (const outputDir of ['_site/inner', '_site/inner/more'])
      await expect(app.generateSite(admin, { outputDir })).rejects.toMatchObject({
        kind: 'invalid',
        code: 'VALIDATION_ERROR',
        message: `The output folder ${outputDir} overlaps with _site, the output folder in the settings`,
      })
    expect((await ledger.overview()).current).toBeUndefined()
    await app.generateSite(admin, { outputDir: '_site-2' })
  })

  it('is rejected by the check of an output folder', async () => {
    const { app, admin } = await publisher()
    await expect(app.checkOutputDir(admin, '_site/inner')).rejects.toMatchObject(overlapError)
    await expect(app.checkOutputDir(admin, '../x')).rejects.toMatchObject({
      problems: [{ path: 'outputDir' }],
    })
    for (const outputDir of ['_site', 'other', '_site-2']) await app.checkOutputDir(admin, outputDir)
    await expect(app.checkOutputDir(anonymous, 'other')).rejects.toMatchObject({ kind: 'unauthenticated' })
  })
})
