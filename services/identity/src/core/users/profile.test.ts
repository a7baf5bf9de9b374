import { type AppError, anonymous, serviceActor } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../../test/app.ts'

const fresh = { username: 'ada', email: 'ada@example.test', password: 'correct horse' }
const paths = ({ problems }: AppError) => problems.map(({ path }) => path)

const started = async () => {
  const test = testApp()
  const root = await test.user('root', 'admin')
  return { ...test, admin: actorOf(root) }
}

describe('the profile of a user', () => {
  const profile = {
    displayName: ' Ada Lovelace ',
    bio: 'Writes.\nCounts.',
    avatar: 'file-1',
    links: [{ title: ' Home ', url: 'https://ada.example' }],
  }

  it('starts empty; an update changes only the given fields, and events name the fields', async () => {
    const { app, admin, store } = await started()
    const ada = await app.createUser(admin, fresh)
    expect(ada.profile).toEqual({ displayName: null, bio: null, avatar: null, links: [] })
    const changed = await app.updateUser(actorOf(ada), ada.id, { profile })
    expect(changed.profile).toEqual({
      ...{ displayName: 'Ada Lovelace', bio: 'Writes.\nCounts.', avatar: 'file-1' },
      links: [{ title: 'Home', url: 'https://ada.example' }],
    })
    const cleared = await app.updateUser(actorOf(ada), ada.id, { profile: { bio: '', links: [] } })
    expect(cleared.profile).toMatchObject({ displayName: 'Ada Lovelace', bio: null, links: [] })
    expect((await store.facts()).map(({ data }) => 'changed' in data && data.changed)).toEqual([
      [],
      ['displayName', 'bio', 'avatar', 'links'],
      ['bio', 'links'],
    ])
  })

  it('is refused with all errors of its fields, and nothing changes', async () => {
    const { app, admin } = await started()
    const ada = await app.createUser(admin, { ...fresh, profile: { displayName: 'Ada' } })
    const wrong = {
      displayName: 'a\nb',
      bio: 'x'.repeat(2001),
      links: [
        { title: '', url: 'https://x.test' },
        { title: 'x', url: 'javascript:alert(1)' },
      ],
    }
    const refused = await caught(app.updateUser(admin, ada.id, { profile: wrong }))
    expect(paths(refused)).toEqual(['displayName', 'bio', 'links.0.title', 'links.1.url'])
    expect((await app.getUser(admin, ada.id)).profile.displayName).toBe('Ada')
  })

  it('is listed for services only', async () => {
    const { app, admin } = await started()
    await app.createUser(admin, { ...fresh, profile: { displayName: 'Ada' } })
    const listed = await app.listProfiles(serviceActor('publisher'))
    expect(listed.map(({ username, profile: { displayName } }) => [username, displayName])).toEqual([
      ['root', null],
      ['ada', 'Ada'],
    ])
    expect(await caught(app.listProfiles(admin))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await caught(app.listProfiles(anonymous))).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
