/** The API description as one HTML page. */
import { escaped, htmlPage } from './html-page.ts'
import type { Route } from './table.ts'

interface Operation {
  readonly description?: string
  readonly parameters: readonly {
    name: string
    in: string
    description?: string
    schema: { type?: string; enum?: string[] }
  }[]
  readonly requestBody?: {
    required: boolean
    content: Readonly<Record<string, { schema: { description?: string } }>>
  }
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, { schema: unknown }>> }>
  >
}

/** `document` is the OpenAPI document of the same routes. */
export function docsPage(routes: readonly Route[], document: Readonly<Record<string, unknown>>): string {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const groups = [...new Set(routes.map(({ group }) => group))]
  const sections = groups.map((group) => {
    const entries = routes
      .filter((route) => route.group === group)
      .map((route) => entry(route, paths[route.path]?.[route.method.toLowerCase()]))
    return `<h2 id="${anchor(group)}">${escaped(group)}</h2>${entries.join('')}`
  })
  const links = groups.map((group) => `<a href="#${anchor(group)}">${escaped(group)}</a>`)
  return htmlPage(
    'Typecase API',
    `<h1>Typecase API</h1>
<p>Every response is a JSON object with a boolean <code>success</code>. Errors contain <code>error</code>, a stable <code>code</code> and a <code>requestId</code>.
Log in with <code>POST /api/auth/login</code> and send the token of its answer as <code>Authorization: Bearer TOKEN</code>.
The same description for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${links.join('')}</nav>
${sections.join('\n')}`,
  )
}

const anchor = (group: string): string => group.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const whoMay: Record<Route['access'], string> = {
  open: 'everyone',
  public: 'everyone',
  token: 'any session',
  user: 'editors and admins',
  admin: 'admins',
  'admin-or-self': 'admins, and the user with that id',
}

function entry(route: Route, operation: Operation | undefined): string {
  if (!operation) return ''
  const parameters = operation.parameters.map(
    ({ name, in: place, description = '', schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${place}</td><td>${escaped(schema.enum?.join(', ') ?? schema.type ?? '')}</td><td>${escaped(description)}</td></tr>`,
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => {
    const optional = operation.requestBody?.required ? '' : ', optional'
    return `<h3>Body: ${type}${optional}</h3>${schema.description ? `<p>${escaped(schema.description)}</p>` : ''}${code(schema)}`
  })
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = status === 'default' ? undefined : content?.['application/json']?.schema
    return `<h3>${status === 'default' ? 'Otherwise' : status}</h3><p>${escaped(description)}</p>${schema ? code(schema) : ''}`
  })
  return `<details><summary><b>${route.method}</b> <code>${escaped(route.path)}</code> <span>${escaped(route.summary)}</span></summary>
<p>For ${whoMay[route.access]}.${operation.description ? ` ${escaped(operation.description)}` : ''}</p>
${parameters.length > 0 ? `<div class="scroll" tabindex="0"><table><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr>${parameters.join('')}</table></div>` : ''}${bodies.join('')}${answers.join('')}</details>`
}

const code = (schema: unknown): string =>
  `<pre tabindex="0">${escaped(JSON.stringify(schema, null, 2))}</pre>`
