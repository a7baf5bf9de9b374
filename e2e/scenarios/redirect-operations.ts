import type { Api } from '../api.ts'
import { type ApiDescription, form } from '../openapi.ts'

export async function askForRedirects(ask: ApiDescription['ask'], admin: Api, editor: Api): Promise<void> {
  const redirect = { from: '/old/', to: '/new/' }
  const { body } = await ask(admin, 201, 'POST /api/redirects', [], { json: redirect })
  const id = String(body.data?.id)
  await ask(admin, 409, 'POST /api/redirects', [], { json: redirect })
  await ask(editor, 403, 'POST /api/redirects', [], { json: redirect })
  await ask(admin, 200, 'GET /api/redirects?limit=5&q=old')
  await ask(admin, 200, 'PUT /api/redirects/{id}', [id], { json: { status: 308 } })
  await ask(admin, 404, 'PUT /api/redirects/{id}', ['none'], { json: { status: 308 } })
  const csv = form('file', new TextEncoder().encode('/a,/b\nno path,/b\n'), 'redirects.csv')
  await ask(admin, 200, 'POST /api/redirects/import', [], csv)
  await ask(admin, 200, 'POST /api/redirects/check', [], { json: { permalinkPost: '/{slug}/' } })
  await ask(admin, 400, 'POST /api/redirects/check', [], { json: { permalinkPost: '/blog/' } })
  await ask(admin, 200, 'DELETE /api/redirects/{id}', [id])
  const post = await admin.ok('POST', '/api/posts', { json: { metadata: { title: 'Addressed' } } })
  await ask(editor, 200, 'GET /api/{kind}/{id}/addresses', ['posts', String(post.body.id)])
}
