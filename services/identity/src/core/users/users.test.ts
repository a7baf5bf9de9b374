import { type AppError, anonymous, serviceActor } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../../test/app.ts'

const fresh = { username: 'ada', email: 'ada@example.test', password: 'correct horse' }
const paths = ({ problems }: AppError) => problems.map(({ path }) => path)

const started = async () => {
  const test = testApp()
  const root = await test.user('root', 'admin')
  return { ...test, root, admin: actorOf(root) }
}

describe('createUser', () => {
  it('creates an editor who can log in, and publishes an event', async () => {
    const { app, admin, store } = await started()
    const user = await app.createUser(admin, fresh)
    expect(user).toMatchObject({ username: 'ada', email: 'ada@example.test', role: 'editor', revision: 1 })
    expect((await app.login({ username: 'ada', password: fresh.password })).user.id).toBe(user.id)
    expect(await store.facts()).toEqual([
      {
        type: 'identity.user.created',
        entity: `user:${user.id}`,
        revision: 1,
        data: { id: user.id, role: 'editor', changed: [] },
      },
    ])
  })

  it('reports all missing and invalid fields', async () => {
    const { app, admin } = await started()
    const missing = await caught(
      app.createUser(admin, { username: '', email: '', password: 'short', role: 'owner' }),
    )
    expect(missing).toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_ERROR',
      message: 'Username, password, and email are required',
    })
    expect(paths(missing)).toEqual(['username', 'email', 'password', 'role'])
    const wrong = await caught(app.createUser(admin, { ...fresh, username: 'a b', email: 'x' }))
    expect(paths(wrong)).toEqual(['username', 'email'])
    expect(wrong.message).not.toContain('required')
  })

  it('rejects a name or address that is taken, case-insensitive, without an event', async () => {
    const { app, admin, store } = await started()
    for (const taken of [
      { ...fresh, username: 'ROOT' },
      { ...fresh, email: 'Root@Example.test' },
    ]) {
      expect(await caught(app.createUser(admin, taken))).toMatchObject({
        kind: 'conflict',
        code: 'DUPLICATE_USER',
        message: 'Username or email already exists',
      })
    }
    expect(await store.facts()).toEqual([])
  })

  it('requires an administrator', async () => {
    const { app, user } = await started()
    const editor = actorOf(await user('bob'))
    expect(await caught(app.createUser(editor, fresh))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await caught(app.createUser(anonymous, fresh))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await caught(app.createUser(serviceActor('gateway'), fresh))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('reading users', () => {
  it('lets an editor read only its own account, and does not reveal which other ids exist', async () => {
    const { app, root, user } = await started()
    const bob = await user('bob')
    expect((await app.getUser(actorOf(bob), bob.id)).username).toBe('bob')
    for (const id of [root.id, 'unknown'])
      expect(await caught(app.getUser(actorOf(bob), id))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await caught(app.listUsers(actorOf(bob)))).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('lists all users or one page for an administrator, oldest first', async () => {
    const { app, admin, user, advance } = await started()
    for (const name of ['zoe', 'bob', 'ann']) {
      advance(1)
      await user(name)
    }
    const names = async (paging = {}) =>
      (await app.listUsers(admin, paging)).items.map(({ username }) => username)
    expect(await names()).toEqual(['root', 'zoe', 'bob', 'ann'])
    expect(await names({ limit: 2, offset: 1 })).toEqual(['zoe', 'bob'])
    expect(await app.listUsers(admin, { limit: 1, offset: 9 })).toEqual({ items: [], total: 4 })
    expect(paths(await caught(app.listUsers(admin, { limit: 0, offset: -1 })))).toEqual(['limit', 'offset'])
  })

  it('never returns the password hash', async () => {
    const { app, admin, root } = await started()
    expect(Object.keys(await app.getUser(admin, root.id))).not.toContain('passwordHash')
    expect(Object.keys((await app.listUsers(admin)).items[0] ?? {})).not.toContain('passwordHash')
  })

  it('reports an unknown user as not found', async () => {
    const { app, admin } = await started()
    expect(await caught(app.getUser(admin, 'unknown'))).toMatchObject({
      kind: 'not_found',
      message: 'User not found',
    })
  })
})

describe('updateUser', () => {
  it('changes only the fields in the input', async () => {
    const { app, admin, user, store, advance } = await started()
    const bob = await user('bob')
    advance(5)
    const after = await app.updateUser(admin, bob.id, { email: 'new@example.test' })
    expect(after).toMatchObject({
      username: 'bob',
      email: 'new@example.test',
      role: 'editor',
      revision: 2,
      createdAt: bob.createdAt,
    })
    expect(after.updatedAt.getTime() - bob.updatedAt.getTime()).toBe(5)
    expect((await store.facts()).map(({ type, data }) => [type, data])).toEqual([
      ['identity.user.updated', { id: bob.id, role: 'editor', changed: ['email'] }],
    ])
  })

  it('changes nothing if a field is invalid', async () => {
    const { app, admin, user } = await started()
    const bob = await user('bob')
    expect(
      paths(
        await caught(
          app.updateUser(admin, bob.id, { email: 'good@example.test', username: '', password: 'short' }),
        ),
      ),
    ).toEqual(['username', 'password'])
    expect(
      await caught(app.updateUser(admin, bob.id, { email: 'good@example.test', username: 'Root' })),
    ).toMatchObject({
      code: 'DUPLICATE_USER',
    })
    expect(await app.getUser(admin, bob.id)).toEqual(bob)
  })

  it('lets an editor change its own account, but not its role', async () => {
    const { app, user, root } = await started()
    const bob = await user('bob')
    const actor = actorOf(bob)
    expect((await app.updateUser(actor, bob.id, { username: 'bobby', role: 'editor' })).username).toBe(
      'bobby',
    )
    expect(
      await caught(app.updateUser(actor, bob.id, { email: 'evil@example.test', role: 'admin' })),
    ).toMatchObject({ code: 'FORBIDDEN' })
    expect((await app.getUser(actor, bob.id)).email).toBe('bob@example.test')
    for (const id of [root.id, 'unknown'])
      expect(await caught(app.updateUser(actor, id, {}))).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('ends all other sessions if the password changes, and only then', async () => {
    const { app, admin, user, store } = await started()
    const bob = await user('bob')
    const [own, other] = [
      await app.login({ username: 'bob', password: 'correct horse' }),
      await app.login({ username: 'bob', password: 'correct horse' }),
    ]
    const { sessionId } = await app.verifySession(own.token)
    await app.updateUser(admin, bob.id, { email: 'b@example.test' })
    await app.verifySession(other.token)
    await app.updateUser(actorOf(bob, sessionId), bob.id, { password: 'another horse' })
    await app.verifySession(own.token)
    expect(await caught(app.verifySession(other.token))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(
      (await store.facts()).filter(({ type }) => type === 'identity.session.ended').map(({ data }) => data),
    ).toMatchObject([{ userId: bob.id, reason: 'password' }])
    await app.updateUser(admin, bob.id, { password: 'a third horse' })
    expect(await caught(app.verifySession(own.token))).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('keeps at least one administrator', async () => {
    const { app, admin, root, user } = await started()
    expect(await caught(app.updateUser(admin, root.id, { role: 'editor' }))).toMatchObject({
      kind: 'refused',
      code: 'LAST_ADMIN',
    })
    expect((await app.updateUser(admin, root.id, { role: 'admin', email: 'r@example.test' })).role).toBe(
      'admin',
    )
    await user('second', 'admin')
    expect((await app.updateUser(admin, root.id, { role: 'editor' })).role).toBe('editor')
  })
})

describe('deleteUser', () => {
  it('ends the sessions and frees the name', async () => {
    const { app, admin, user, store } = await started()
    const bob = await user('bob')
    const { token } = await app.login({ username: 'bob', password: 'correct horse' })
    await app.deleteUser(admin, bob.id)
    expect(await caught(app.verifySession(token))).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await caught(app.login({ username: 'bob', password: 'correct horse' }))).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect((await store.facts()).map(({ type, revision }) => [type, revision])).toEqual([
      ['identity.session.ended', 1],
      ['identity.user.deleted', 2],
    ])
    expect((await app.createUser(admin, { ...fresh, username: 'bob' })).id).not.toBe(bob.id)
  })

  it('rejects the account of the caller, unknown users and the last administrator', async () => {
    const { app, admin, root, user } = await started()
    const editor = actorOf(await user('bob'))
    expect(await caught(app.deleteUser(admin, root.id))).toMatchObject({
      kind: 'refused',
      code: 'SELF_DELETE',
    })
    expect(await caught(app.deleteUser(admin, 'unknown'))).toMatchObject({ code: 'USER_NOT_FOUND' })
    expect(await caught(app.deleteUser(editor, editor.id))).toMatchObject({ code: 'FORBIDDEN' })
    const otherAdmin = actorOf({ ...root, id: 'gone' })
    expect(await caught(app.deleteUser(otherAdmin, root.id))).toMatchObject({
      kind: 'refused',
      code: 'LAST_ADMIN',
    })
  })
})

describe('bootstrapAdmin', () => {
  const first = { username: 'admin', email: 'admin@example.test' }

  it('creates one administrator in an empty store and returns its generated password once', async () => {
    const { app, store } = testApp()
    const created = (await Promise.all([1, 2, 3].map(() => app.bootstrapAdmin(first)))).filter(
      (admin) => admin !== undefined,
    )
    expect(created).toHaveLength(1)
    const { username, password = '' } = created[0] ?? { username: '' }
    expect(password).toMatch(/^[\w-]{24}$/)
    expect((await app.login({ username, password })).user.role).toBe('admin')
    expect((await store.facts()).map(({ type }) => type)).toEqual(['identity.user.created'])
    expect(await app.bootstrapAdmin(first)).toBeUndefined()
  })

  it('uses the configured password and does not return it', async () => {
    const { app } = testApp()
    expect(await app.bootstrapAdmin({ ...first, password: 'correct horse' })).toEqual({
      username: 'admin',
      password: undefined,
    })
    expect((await app.login({ username: 'admin', password: 'correct horse' })).user.role).toBe('admin')
  })

  it('rejects invalid fields', async () => {
    const { app } = testApp()
    expect(
      paths(await caught(app.bootstrapAdmin({ username: 'a b', email: 'x', password: 'short' }))),
    ).toEqual(['username', 'email', 'password'])
  })
})
