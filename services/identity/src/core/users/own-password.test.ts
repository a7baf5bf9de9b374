import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../../test/app.ts'
import { memoryHasher } from '../../../test/memory/hasher.ts'

const correct = 'correct horse'
const next = 'another horse'

const started = async (overrides: Parameters<typeof testApp>[0] = {}) => {
  const test = testApp(overrides)
  const ada = await test.user('ada')
  const root = await test.user('root', 'admin')
  return { ...test, ada, root, asAda: actorOf(ada), asRoot: actorOf(root) }
}

describe("changing one's own password or email", () => {
  it.each([{ password: next }, { email: 'new@example.test' }])(
    'requires the current password: %j',
    async (changes) => {
      const { app, ada, asAda } = await started()
      expect(await caught(app.updateUser(asAda, ada.id, changes, { isRequired: true }))).toMatchObject({
        kind: 'invalid',
        code: 'CURRENT_PASSWORD_REQUIRED',
        problems: [{ path: 'currentPassword' }],
      })
      expect(
        await caught(
          app.updateUser(asAda, ada.id, changes, { isRequired: true, currentPassword: 'wrong horse' }),
        ),
      ).toMatchObject({
        kind: 'forbidden',
        code: 'WRONG_PASSWORD',
        problems: [{ path: 'currentPassword' }],
      })
      await app.updateUser(asAda, ada.id, changes, { isRequired: true, currentPassword: correct })
      await app.login({ username: 'ada', password: changes.password ?? correct })
    },
  )

  it('accepts a missing current password if it is not required, but rejects a wrong one', async () => {
    const { app, ada, asAda } = await started()
    expect(
      await caught(app.updateUser(asAda, ada.id, { password: next }, { currentPassword: 'wrong horse' })),
    ).toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    await app.updateUser(asAda, ada.id, { password: next })
    await app.login({ username: 'ada', password: next })
  })

  it('requires no current password for the same email, another field or another user', async () => {
    const { app, ada, root, asAda, asRoot } = await started()
    await app.updateUser(asAda, ada.id, { username: 'ada2', email: ada.email }, { isRequired: true })
    await app.updateUser(asRoot, ada.id, { password: next, email: 'new@example.test' }, { isRequired: true })
    await app.updateUser(asRoot, root.id, { role: 'admin' }, { isRequired: true })
  })

  it('locks the login after five wrong guesses, even with a correct guess between them', async () => {
    const { app, ada, asAda } = await started()
    const guess = () =>
      caught(
        app.updateUser(
          asAda,
          ada.id,
          { password: next },
          { isRequired: true, currentPassword: 'wrong horse' },
        ),
      )
    const codes: string[] = []
    for (let n = 0; n < 4; n++) codes.push((await guess()).code)
    await app.updateUser(
      asAda,
      ada.id,
      { email: 'new@example.test' },
      { isRequired: true, currentPassword: correct },
    )
    codes.push((await guess()).code)
    expect(codes).toEqual([...Array(4).fill('WRONG_PASSWORD'), 'ACCOUNT_LOCKED'])
    expect(await caught(app.login({ username: 'ada', password: correct }))).toMatchObject({
      code: 'ACCOUNT_LOCKED',
    })
  })

  it('works on a known device even if other clients have locked the name', async () => {
    const { app, ada, asAda } = await started()
    const { deviceId } = await app.login({ username: 'ada', password: correct })
    for (let n = 0; n < 5; n++) await caught(app.login({ username: 'ada', password: 'made up' }))
    await app.updateUser(
      asAda,
      ada.id,
      { password: next },
      { isRequired: true, currentPassword: correct, deviceId },
    )
  })

  it('is refused if the password changes during the check of the current one', async () => {
    const hasher = memoryHasher()
    const checking = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const verify: typeof hasher.verify = async (...args) => {
      checking.resolve()
      await changed.promise
      return hasher.verify(...args)
    }
    const { app, ada, asAda, asRoot } = await started({ hasher: { ...hasher, verify } })
    const late = caught(
      app.updateUser(
        asAda,
        ada.id,
        { password: 'a third horse' },
        { isRequired: true, currentPassword: correct },
      ),
    )
    await checking.promise
    await app.updateUser(asRoot, ada.id, { password: next })
    changed.resolve()
    expect(await late).toMatchObject({ code: 'WRONG_PASSWORD' })
  })
})

describe('a password that is easy to guess', () => {
  const refused = { code: 'VALIDATION_ERROR', problems: [{ path: 'password' }] }

  it('is rejected for new users and changes, while an account that has one can still log in', async () => {
    const { app, user, ada, asAda, asRoot } = await started()
    await user('old', 'editor', 'password')
    await app.login({ username: 'old', password: 'password' })
    const fresh = { username: 'grace', email: 'hopper@example.test', role: 'editor' }
    for (const password of ['Password1', '11111111', 'grace-grace', 'hopper1906'])
      expect(await caught(app.createUser(asRoot, { ...fresh, password }))).toMatchObject(refused)
    for (const changes of [{ password: 'qwertyuiop' }, { username: 'lovelace', password: 'lovelace1' }])
      expect(await caught(app.updateUser(asAda, ada.id, changes))).toMatchObject(refused)
    expect(await caught(app.updateUser(asAda, ada.id, { password: 'Ada-1815' }))).toMatchObject(refused)
  })

  it('is rejected at the first start and for the first administrator', async () => {
    const { app, store } = testApp()
    const first = { username: 'admin', email: 'admin@example.test' }
    expect(await caught(app.bootstrapAdmin({ ...first, password: 'password' }))).toMatchObject(refused)
    expect(await caught(app.bootstrapAdmin({ ...first, password: 'admin123' }))).toMatchObject(refused)
    const { password: code = '' } = (await app.bootstrapAdmin(first)) ?? {}
    expect(await caught(app.claimFirstAdmin({ ...first, code, password: '12345678' }))).toMatchObject(refused)
    await app.claimFirstAdmin({ ...first, code, password: 'admin-password' })
    expect((await store.read.users({})).total).toBe(1)
  })
})
