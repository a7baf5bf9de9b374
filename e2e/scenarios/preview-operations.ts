import { expect } from 'vitest'
import type { Api } from '../api.ts'
import type { ApiDescription } from '../openapi.ts'

/** Calls the preview with valid and invalid input, and without credentials. */
export async function askForPreviews(ask: ApiDescription['ask'], editor: Api, anonymous: Api): Promise<void> {
  const draft = { type: 'post', metadata: { title: 'Not yet' }, content: '*words*' }
  const preview = await ask(editor, 200, 'POST /api/static/preview', [], { json: draft })
  expect(preview.text).toContain('<em>words</em>')
  await ask(editor, 404, 'POST /api/static/preview', [], { json: { theme: 'none' } })
  await ask(editor, 400, 'POST /api/static/preview', [], { json: { type: 'theme' } })
  await ask(anonymous, 401, 'POST /api/static/preview', [], { json: draft })
}
