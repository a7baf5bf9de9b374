/** The API description as one HTML page: no script, nothing from anywhere else. */
import { createHash } from 'node:crypto'
import type { Route } from './table.ts'

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #2a6; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; } pre { background: var(--soft); padding: 0.8rem; overflow: auto; border-radius: 6px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.4rem 0; padding: 0.4rem 0.8rem; }
summary { cursor: pointer; } summary b { display: inline-block; min-width: 4.5rem; color: var(--accent); }
summary span { float: right; opacity: 0.7; } table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 0.2rem 0.6rem 0.2rem 0; vertical-align: top; }
`

/** The page needs exactly this: its own style, by hash. */
export const docsPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface Operation {
  readonly description?: string
  readonly parameters: readonly { name: string; in: string; description?: string; schema: { type?: string; enum?: string[] } }[]
  readonly requestBody?: { content: Readonly<Record<string, { schema: unknown }>> }
  readonly responses: Readonly<Record<string, { description: string; content?: Readonly<Record<string, { schema: unknown }>> }>>
}

/** `document` is that of `openapi.ts`, for the same routes. */
export function docsPage(routes: readonly Route[], document: Readonly<Record<string, unknown>>): string {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const groups = [...new Set(routes.map(({ group }) => group))]
  const sections = groups.map((group) => {
    const entries = routes
      .filter((route) => route.group === group)
      .map((route) => entry(route, paths[route.path]?.[route.method.toLowerCase()]))
    return `<h2>${escaped(group)}</h2>${entries.join('')}`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Typecase API</title><style>${style}</style></head><body>
<h1>Typecase API</h1>
<p>Every answer is a JSON object with a boolean <code>success</code>. Errors carry <code>error</code>, a stable <code>code</code> and a <code>requestId</code>.
Send <code>Authorization: Bearer TOKEN</code> with the token of a login. The same description for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</body></html>`
}

const whoMay: Record<Route['access'], string> = {
  open: 'anybody',
  public: 'anybody',
  token: 'any session',
  user: 'editors and admins',
  admin: 'admins',
  'admin-or-self': 'admins, or the own id',
}

function entry(route: Route, operation: Operation | undefined): string {
  if (!operation) return ''
  const parameters = operation.parameters.map(
    ({ name, in: place, description = '', schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place}</td><td>${escaped(schema.enum?.join(', ') ?? schema.type ?? '')}</td><td>${escaped(description)}</td></tr>`,
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => `<h4>Body: ${type}</h4>${code(schema)}`)
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = status === 'default' ? undefined : content?.['application/json']?.schema
    return `<h4>${status === 'default' ? 'Otherwise' : status}</h4><p>${escaped(description)}</p>${schema ? code(schema) : ''}`
  })
  return `<details><summary><b>${route.method}</b> <code>${escaped(route.path)}</code> <span>${escaped(route.summary)}</span></summary>
<p>For ${whoMay[route.access]}.${operation.description ? ` ${escaped(operation.description)}` : ''}</p>
${parameters.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th>Type</th><th></th></tr>${parameters.join('')}</table>` : ''}${bodies.join('')}${answers.join('')}</details>`
}

const code = (schema: unknown): string => `<pre>${escaped(JSON.stringify(schema, null, 2))}</pre>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
