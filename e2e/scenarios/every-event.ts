/** Triggers events of every type. */
import { type Api, loggedIn } from '../api.ts'
import { squarePng } from './png.ts'
import { themeForm } from './theme-package.ts'

/** Causes at least one event of every type, except that of a failed generation. */
export async function publishEveryEvent(api: Api): Promise<void> {
  await changeContent(api)
  await changeFiles(api)
  await changeThemes(api)
  await changeUsers(api)
  await api.generate()
  await moveAddresses(api)
}

/** Moves the address of a post. Generates the site first, because only a published address is redirected. */
async function moveAddresses(api: Api): Promise<void> {
  const post = { metadata: { title: 'Moved', slug: 'here', status: 'published' }, content: '' }
  const { body } = await api.ok('POST', '/api/posts', { json: post })
  await api.generate()
  await api.ok('PUT', `/api/posts/${body.id}`, { json: { metadata: { slug: 'there' } } })
  await api.generate()
}

async function changeContent(api: Api): Promise<void> {
  for (const kind of ['posts', 'pages']) {
    const { body } = await api.ok('POST', `/api/${kind}`, {
      json: { metadata: { title: 'Sorts', slug: 'sorts' }, content: 'Ink' },
    })
    const at = `/api/${kind}/${body.id}`
    await api.ok('PUT', at, { json: { metadata: { status: 'published', slug: 'types' } } })
    await api.ok('PUT', at, { json: { metadata: { title: 'Sorts of types' } } })
    await api.ok('PUT', at, { json: { metadata: { status: 'draft' } } })
    await api.ok('DELETE', at)
  }
  await api.ok('PUT', '/api/settings', { json: { siteTitle: 'The type case' } })
}

async function changeFiles(api: Api): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(squarePng(900))], { type: 'image/png' }), 'case.png')
  const { body } = await api.ok('POST', '/api/media/upload', { form })
  await api.ok('PUT', `/api/media/${body.data?.id}`, { json: { alt: 'A case of types' } })
  const removed = new FormData()
  removed.set('file', new Blob(['An inventory'], { type: 'text/plain' }), 'inventory.txt')
  const second = await api.ok('POST', '/api/media/upload', { form: removed })
  await api.ok('DELETE', `/api/media/${second.body.data?.id}`)
}

async function changeThemes(api: Api): Promise<void> {
  for (const version of ['1.0.0', '1.1.0']) {
    await api.ok('POST', '/api/themes/upload', { form: themeForm({ title: 'Narrow', version }) })
  }
  await api.ok('POST', '/api/themes/switch/narrow')
  await api.ok('POST', '/api/themes/switch/default')
  await api.ok('DELETE', '/api/themes/narrow')
  await api.ok('POST', '/api/menu', { json: { id: 'home', title: 'Home', url: '/' } })
}

async function changeUsers(api: Api): Promise<void> {
  const user = { username: 'setter', email: 'setter@example.test', password: 'a-right-password' }
  const { body } = await api.ok('POST', '/api/users', { json: user })
  await (await loggedIn(api.url, user)).ok('POST', '/api/auth/logout')
  await api.ok('PUT', `/api/users/${body.data?.id}`, { json: { email: 'typesetter@example.test' } })
  await api.ok('DELETE', `/api/users/${body.data?.id}`)
}
