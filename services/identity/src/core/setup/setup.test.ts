import { anonymous } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../../test/app.ts'

const first = { username: 'admin', email: 'admin@example.test' }
const own = { username: 'ada', email: 'ada@example.test', password: 'correct horse' }

/** A first start for which nobody gave a password. */
async function begun() {
  const test = testApp()
  const made = await test.app.bootstrapAdmin(first)
  return { ...test, code: made?.password ?? '' }
}

describe('claimFirstAdmin', () => {
  it('gives the first administrator a name and a password of its own, once, and says so', async () => {
    const { app, store, code } = await begun()
    expect(await app.getSetup()).toEqual({ claimable: true, finished: false })
    const { id } = await app.claimFirstAdmin({ ...own, code })
    expect((await app.login(own)).user).toMatchObject({
      id,
      username: 'ada',
      email: 'ada@example.test',
      role: 'admin',
      revision: 2,
    })
    expect(await app.getSetup()).toEqual({ claimable: false, finished: false })
    expect((await caught(app.login({ username: 'admin', password: code }))).code).toBe('INVALID_CREDENTIALS')
    expect((await caught(app.claimFirstAdmin({ ...own, code }))).code).toBe('SETUP_DONE')
    expect((await store.facts()).at(-1)).toMatchObject({
      type: 'identity.user.updated',
      data: { id, changed: ['username', 'email', 'password'] },
    })
  })

  it('is refused to who does not know the made-up password, and names every fault before', async () => {
    const { app } = await begun()
    for (const code of ['', 'correct horse', 'x'.repeat(24), 'x'.repeat(10_000)])
      expect((await caught(app.claimFirstAdmin({ ...own, code }))).code).toBe('WRONG_SETUP_CODE')
    const faults = await caught(
      app.claimFirstAdmin({ code: '', username: 'a b', email: 'x', password: 'short' }),
    )
    expect(faults.problems.map(({ path }) => path)).toEqual(['username', 'email', 'password'])
    expect((await app.getSetup()).claimable).toBe(true)
  })

  it('is over once the password was given, changed by other ways, or the setup finished', async () => {
    const given = testApp()
    await given.app.bootstrapAdmin({ ...first, password: 'correct horse' })
    expect(await given.app.getSetup()).toEqual({ claimable: false, finished: false })
    expect((await caught(given.app.claimFirstAdmin({ ...own, code: 'correct horse' }))).code).toBe(
      'SETUP_DONE',
    )

    const changed = await begun()
    const { user } = await changed.app.login({ username: 'admin', password: changed.code })
    await changed.app.updateUser(actorOf(user), user.id, { email: 'new@example.test' })
    expect((await changed.app.getSetup()).claimable).toBe(true)
    await changed.app.updateUser(actorOf(user), user.id, { password: 'another horse' })
    expect((await changed.app.getSetup()).claimable).toBe(false)

    const finished = await begun()
    const admin = (await finished.app.login({ username: 'admin', password: finished.code })).user
    await finished.app.finishSetup(actorOf(admin))
    expect(await finished.app.getSetup()).toEqual({ claimable: false, finished: true })
    expect((await caught(finished.app.claimFirstAdmin({ ...own, code: finished.code }))).code).toBe(
      'SETUP_DONE',
    )
  })
})

describe('finishSetup', () => {
  it('is for administrators, and changes nothing the second time', async () => {
    const { app, user } = await begun()
    expect((await caught(app.finishSetup(anonymous))).code).toBe('UNAUTHORIZED')
    expect((await caught(app.finishSetup(actorOf(await user('bob'))))).code).toBe('FORBIDDEN')
    expect((await app.getSetup()).finished).toBe(false)
    const root = actorOf(await user('root', 'admin'))
    await app.finishSetup(root)
    await app.finishSetup(root)
    expect((await app.getSetup()).finished).toBe(true)
  })
})
