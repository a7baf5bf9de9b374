/** Sends requests and validates the responses against the system's OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import type { Answer, Api, RequestOptions } from './api.ts'

interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>
}

interface Document {
  readonly openapi: string
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedResponse>> }>>
    >
  >
}

export type ApiDescription = ReturnType<typeof apiDescription>

/** `unvisited` lists operations that have not been called, as `METHOD /path`. */
export function apiDescription(json: string) {
  const document: Document = JSON.parse(json)
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document', false, false)
  const visited = new Set<string>()

  /** Calls an operation with path parameters, and validates the response against the document. */
  async function ask(
    api: Api,
    status: number,
    operation: string,
    params: readonly string[] = [],
    options: RequestOptions = {},
  ): Promise<Answer> {
    const [method = '', template = ''] = operation.split(' ')
    const [path = '', query = ''] = template.split('?')
    const rest = [...params]
    const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''))
    const answer = await api.request(method, query === '' ? filled : `${filled}?${query}`, options)
    expect(answer.status, `${operation} ${answer.text.slice(0, 500)}`).toBe(status)
    expectDocumented(method, path, answer)
    visited.add(`${method} ${path}`)
    return answer
  }

  function expectDocumented(method: string, path: string, { status, headers, text, body }: Answer): void {
    const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {}
    const documented = responses[status] ? String(status) : 'default'
    // `default` documents only errors, so a success status must be documented explicitly.
    expect(status >= 400 || documented !== 'default', `${method} ${path} does not document ${status}`).toBe(
      true,
    )
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const {
      description,
      headers: requiredHeaders = {},
      content,
    } = responses[documented] as DocumentedResponse
    for (const name of Object.keys(requiredHeaders))
      expect(headers.has(name), `${method} ${path} without ${name}`).toBe(true)
    if (status >= 400)
      expect(description.split(/[ ,]+/), `${method} ${path}`).toContain(JSON.parse(text).code)
    if (!content) return
    const schema = content[type]?.schema
    expect(schema, `${method} ${path} does not document ${type}`).toBeDefined()
    const pointer = ['paths', path, method.toLowerCase(), 'responses', documented, 'content', type, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.compile({ $ref: `document#/${pointer}` })
    const value = type === 'application/json' ? body : JSON.parse(text)
    expect(
      validate(value),
      `${method} ${path} ${status}: ${JSON.stringify(validate.errors)} ${text.slice(0, 500)}`,
    ).toBe(true)
    // Generated clients have only the documented properties.
    if (status < 400)
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(value)))
  }

  const unvisited = () =>
    Object.entries(document.paths)
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .filter((operation) => !visited.has(operation))

  return { document, unvisited, ask }
}

/** A multipart form with one file. */
export const form = (field: string, bytes: Uint8Array, name: string): RequestOptions => {
  const data = new FormData()
  data.set(field, new Blob([new Uint8Array(bytes)]), name)
  return { form: data }
}
