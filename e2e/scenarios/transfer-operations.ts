import type { Api } from '../api.ts'
import type { ApiDescription } from '../openapi.ts'

/** Calls every import and export operation. */
export async function askForTransfer(ask: ApiDescription['ask'], admin: Api, editor: Api): Promise<void> {
  const items = [
    { type: 'page', metadata: { title: 'Imported', sourceKey: 'page' }, content: 'x' },
    { type: 'post', metadata: { title: 'Imported', sourceKey: 'post', createdAt: '2001-01-01T00:00:00Z' } },
    { type: 'post', metadata: { sourceKey: 'untitled' } },
  ]
  const json = { items, onExisting: 'replace' }
  await ask(admin, 200, 'POST /api/import/items', [], { json })
  await ask(admin, 200, 'POST /api/import/items', [], { json })
  await ask(admin, 400, 'POST /api/import/items', [], { json: { items: [] } })
  await ask(editor, 403, 'POST /api/import/items', [], { json })
  await ask(admin, 200, 'GET /api/export/items?limit=2')
  await ask(admin, 400, 'GET /api/export/items?cursor=x')
  await ask(admin, 200, 'GET /api/export/revisions')
  await ask(editor, 403, 'GET /api/export/items')
  await ask(admin, 200, 'PUT /api/static/hold', [], { json: { seconds: 1 } })
  await ask(admin, 400, 'PUT /api/static/hold', [], { json: { seconds: 601 } })
  await ask(admin, 200, 'DELETE /api/static/hold')
}
