import { describe, expect, it } from 'vitest'
import { actorOf, caught, testApp } from '../../test/app.ts'

const correctPassword = 'correct horse'
const clientAddress = '192.0.2.1'

describe('security events', () => {
  it('contain the outcome of each login, the user and the client, but no password', async () => {
    const { app, user, security } = testApp({ loginsPerMinute: 6 })
    const ada = await user('ada')
    const login = (username: string, password: string) => app.login({ username, password, clientAddress })
    await login('ada', correctPassword)
    for (let n = 0; n < 5; n++) await caught(login('ada', 'a secret guess'))
    await caught(login('my password in the wrong field', 'a secret guess'))
    for (let n = 0; n < 3; n++) await caught(login('ada', correctPassword))
    await caught(login('ada', ''))
    const facts = { event: 'login', username: 'ada', clientAddress }
    expect(security.events()).toEqual([
      { ...facts, result: 'success', userId: ada.id },
      ...Array(4).fill({ ...facts, result: 'wrong_password' }),
      { ...facts, result: 'locked' },
      { ...facts, username: undefined, result: 'wrong_password' },
      // Two more logins were rejected. They are counted, but not logged.
      { ...facts, result: 'rate_limited' },
    ])
    expect(JSON.stringify(security.events())).not.toMatch(/secret|horse|wrong field/)
  })

  it('contain who changed an account, and the sessions that ended', async () => {
    const { app, user, security } = testApp()
    const root = await user('root', 'admin')
    const admin = actorOf(root)
    const { id } = await app.createUser(admin, {
      username: 'ada',
      email: 'ada@example.test',
      password: correctPassword,
      clientAddress,
    })
    const { token } = await app.login({ username: 'ada', password: correctPassword })
    await app.updateUser(
      admin,
      id,
      { password: 'another horse', email: 'new@example.test', role: 'admin' },
      { clientAddress },
    )
    expect(await caught(app.logout(token))).toMatchObject({ code: 'UNAUTHORIZED' })
    const { token: second } = await app.login({ username: 'ada', password: 'another horse' })
    await app.logout(second, clientAddress)
    await app.login({ username: 'ada', password: 'another horse' })
    await app.deleteUser(admin, id, clientAddress)
    await caught(
      app.updateUser(
        admin,
        root.id,
        { password: 'another horse' },
        { currentPassword: 'wrong horse', clientAddress },
      ),
    )
    const logged = security.events().filter(({ event }) => event !== 'login')
    expect(
      logged.map(({ event, result, userId, reason }) => [event, result, userId ?? '', reason ?? '']),
    ).toEqual([
      ['user_created', 'success', id, ''],
      ['password_changed', 'success', id, ''],
      ['email_changed', 'success', id, ''],
      ['role_changed', 'success', id, ''],
      ['session_ended', 'success', id, 'password'],
      ['session_ended', 'success', id, 'logout'],
      ['user_deleted', 'success', id, ''],
      ['session_ended', 'success', id, 'deleted'],
      ['password_check', 'wrong_password', '', ''],
    ])
    expect(logged.every((event) => event.clientAddress === clientAddress)).toBe(true)
    expect(logged.filter(({ actorId }) => actorId === root.id)).toHaveLength(7)
  })
})
