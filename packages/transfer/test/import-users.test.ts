import { expect, it } from 'vitest'
import { scratch } from './files.ts'
import { importServer } from './import-server.ts'
import { archiveOf, importInto } from './imports.ts'

const folder = scratch()
const grace = {
  username: 'grace',
  email: 'grace@example.test',
  role: 'admin',
  displayName: 'Grace Hopper',
  links: [{ title: 'Site', url: 'https://grace.example' }],
}
const { displayName, links } = grace
const archive = (...users: object[]) => archiveOf(folder, { 'users.json': users })
const user = (fields: object) => ({ id: 'u1', username: 'Grace', email: 'g@example.test', ...fields })

it('creates users with their profiles in the first run, and changes nothing in the second', async () => {
  const server = await importServer()
  expect(await importInto(server, await archive(grace))).toMatchObject({ created: 1, failed: [] })
  expect(server.users).toMatchObject([grace])
  expect(await importInto(server, await archive(grace))).toMatchObject({ created: 0, unchanged: 1 })
})

it('adds the profile to a user that an interrupted run created', async () => {
  const server = await importServer()
  server.users.push(user({ links: [] }))
  expect(await importInto(server, await archive(grace))).toMatchObject({ replaced: 1, unchanged: 0 })
  expect(server.users).toMatchObject([{ id: 'u1', displayName, links }])
  expect(await importInto(server, await archive(grace))).toMatchObject({ replaced: 0, unchanged: 1 })
})

it('does not change a user who already has a profile', async () => {
  const server = await importServer()
  server.users.push(user({ bio: 'An admiral' }))
  expect(await importInto(server, await archive(grace))).toMatchObject({ replaced: 0, unchanged: 1 })
  expect(server.users).toEqual([user({ bio: 'An admiral' })])
})

it('imports only the profile of an existing user, not the password or the role', async () => {
  const server = await importServer()
  server.users.push(user({ role: 'editor', password: 'own-password' }))
  await importInto(server, await archive({ ...grace, password: 'known-to-others', id: 'u2' }))
  expect(server.users).toEqual([user({ role: 'editor', password: 'own-password', displayName, links })])
})

it('counts a user as created although the profile is refused, and retries it in the next run', async () => {
  const server = await importServer()
  server.refusals.set('PUT /api/users/{id}', 'VALIDATION_ERROR')
  const failed = [{ subject: 'profile of grace', code: 'VALIDATION_ERROR', message: 'Refused' }]
  expect(await importInto(server, await archive(grace))).toMatchObject({ created: 1, failed })
  const again = await importInto(server, await archive(grace))
  expect(again).toMatchObject({ created: 0, replaced: 0, unchanged: 0, failed })
  server.refusals.clear()
  expect(await importInto(server, await archive(grace))).toMatchObject({ replaced: 1, failed: [] })
  expect(server.users).toMatchObject([grace])
})

it('skips users without an email address or with an invalid username', async () => {
  const server = await importServer()
  const result = await importInto(server, await archive({ username: 'ada' }, { ...grace, username: 'a b' }))
  expect(result).toMatchObject({ created: 0, notApplied: { users: 2 } })
})
