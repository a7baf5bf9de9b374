import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

const state = async () => (await gateway.ask('GET', '/api/setup')).body.data
const claim = (json: object) => gateway.ask('POST', '/api/setup/account', { json })
const claimInput = {
  code: 'as it was printed',
  username: 'ada',
  email: 'ada@example.test',
  password: 'correct horse',
}

test('without a printed password the first administrator cannot be claimed', async () => {
  expect(await state()).toEqual({ needsAccount: false, finished: false })
  expect((await claim(claimInput)).status).toBe(409)
  expect((await claim(claimInput)).body.code).toBe('SETUP_DONE')
})

test('the printed password claims the first administrator, and no password is returned', async () => {
  gateway.services.identity.awaitClaim(gateway.services.identity.addUser('first', 'admin'), claimInput.code)
  expect(await state()).toEqual({ needsAccount: true, finished: false })
  const wrong = await claim({ ...claimInput, code: 'another' })
  expect([wrong.status, wrong.body.code]).toEqual([403, 'WRONG_SETUP_CODE'])
  const created = await claim(claimInput)
  expect(created.status).toBe(201)
  expect(created.body.data).toMatchObject({ username: 'ada', role: 'admin' })
  expect(Object.keys(created.body.data as object).toSorted()).toEqual([
    'createdAt',
    'email',
    'id',
    'role',
    'updatedAt',
    'username',
  ])
  expect((await claim(claimInput)).body.code).toBe('SETUP_DONE')
  expect(await state()).toEqual({ needsAccount: false, finished: false })
})

test('all errors are reported together', async () => {
  const answer = await claim({ code: '', username: 'x', email: 5 })
  expect(answer.body.details?.map(({ path }) => path)).toEqual(['code', 'username', 'email', 'password'])
})

test('only an administrator can finish the setup, and a cookie requires the same origin', async () => {
  expect((await gateway.ask('POST', '/api/setup/finish')).status).toBe(401)
  expect((await gateway.ask('POST', '/api/setup/finish', { token: gateway.editor.token })).status).toBe(403)
  expect(gateway.routes.find(({ path }) => path === '/api/setup/finish')?.csrf).toBe('same-origin')
  for (let n = 0; n < 2; n++)
    expect((await gateway.ask('POST', '/api/setup/finish', { token: gateway.admin.token })).status).toBe(200)
  expect(await state()).toEqual({ needsAccount: false, finished: true })
})
