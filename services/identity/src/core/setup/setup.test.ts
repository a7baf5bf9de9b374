import { anonymous } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../../test/app.ts'

const first = { username: 'admin', email: 'admin@example.test' }
const newAdmin = { username: 'ada', email: 'ada@example.test', password: 'correct horse' }

/** A first start without ADMIN_PASSWORD. */
async function firstStart() {
  const test = testApp()
  const created = await test.app.bootstrapAdmin(first)
  return { ...test, code: created?.password ?? '' }
}

describe('claimFirstAdmin', () => {
  it('replaces the fields of the first administrator once, and publishes an event', async () => {
    const { app, store, code } = await firstStart()
    expect(await app.getSetup()).toEqual({ claimable: true, finished: false })
    const { id } = await app.claimFirstAdmin({ ...newAdmin, code })
    expect((await app.login(newAdmin)).user).toMatchObject({
      id,
      username: 'ada',
      email: 'ada@example.test',
      role: 'admin',
      revision: 2,
    })
    expect(await app.getSetup()).toEqual({ claimable: false, finished: false })
    expect((await caught(app.login({ username: 'admin', password: code }))).code).toBe('INVALID_CREDENTIALS')
    expect((await caught(app.claimFirstAdmin({ ...newAdmin, code }))).code).toBe('SETUP_DONE')
    expect((await store.facts()).at(-1)).toMatchObject({
      type: 'identity.user.updated',
      data: { id, changed: ['username', 'email', 'password'] },
    })
  })

  it('rejects a wrong setup code, but reports all validation errors first', async () => {
    const { app } = await firstStart()
    for (const code of ['', 'correct horse', 'x'.repeat(24), 'x'.repeat(10_000)])
      expect((await caught(app.claimFirstAdmin({ ...newAdmin, code }))).code).toBe('WRONG_SETUP_CODE')
    const errors = await caught(
      app.claimFirstAdmin({ code: '', username: 'a b', email: 'x', password: 'short' }),
    )
    expect(errors.problems.map(({ path }) => path)).toEqual(['username', 'email', 'password'])
    expect((await app.getSetup()).claimable).toBe(true)
  })

  it('is rejected if the password was configured or changed, or the setup is finished', async () => {
    const configured = testApp()
    await configured.app.bootstrapAdmin({ ...first, password: 'correct horse' })
    expect(await configured.app.getSetup()).toEqual({ claimable: false, finished: false })
    expect((await caught(configured.app.claimFirstAdmin({ ...newAdmin, code: 'correct horse' }))).code).toBe(
      'SETUP_DONE',
    )

    const changed = await firstStart()
    const { user } = await changed.app.login({ username: 'admin', password: changed.code })
    await changed.app.updateUser(actorOf(user), user.id, { email: 'new@example.test' })
    expect((await changed.app.getSetup()).claimable).toBe(true)
    await changed.app.updateUser(actorOf(user), user.id, { password: 'another horse' })
    expect((await changed.app.getSetup()).claimable).toBe(false)

    const finished = await firstStart()
    const admin = (await finished.app.login({ username: 'admin', password: finished.code })).user
    await finished.app.finishSetup(actorOf(admin))
    expect(await finished.app.getSetup()).toEqual({ claimable: false, finished: true })
    expect((await caught(finished.app.claimFirstAdmin({ ...newAdmin, code: finished.code }))).code).toBe(
      'SETUP_DONE',
    )
  })
})

describe('finishSetup', () => {
  it('requires an administrator, and has no effect the second time', async () => {
    const { app, user } = await firstStart()
    expect((await caught(app.finishSetup(anonymous))).code).toBe('UNAUTHORIZED')
    expect((await caught(app.finishSetup(actorOf(await user('bob'))))).code).toBe('FORBIDDEN')
    expect((await app.getSetup()).finished).toBe(false)
    const root = actorOf(await user('root', 'admin'))
    await app.finishSetup(root)
    await app.finishSetup(root)
    expect((await app.getSetup()).finished).toBe(true)
  })
})
