/** Generates the types of packages/client from the OpenAPI document of the route table. */
import { createHash } from 'node:crypto'
import { openApiDocument } from '@typecase/gateway/openapi'
import { routeTable } from '@typecase/gateway/routes'
import openapiTypescript, { astToString } from 'openapi-typescript'

export const typesFile = new URL('../../packages/client/src/generated/api.ts', import.meta.url)

export interface ClientTypes {
  /** First line of the file, with the digest of the document. */
  readonly firstLine: string
  readonly render: () => Promise<string>
}

/** Rendering takes seconds. Call `render` only if the file on disk has another first line. */
export function clientTypes(): ClientTypes {
  const routes = routeTable('0.0.0', { publicUrl: undefined, siteUrl: () => '' })
  const document = JSON.stringify(openApiDocument(routes, '0.0.0'))
  const digest = createHash('sha256').update(document).digest('hex')
  const firstLine = `// Types of /api/openapi.json, SHA-256 ${digest}. \`npm run generate\` writes this file.`
  return {
    firstLine,
    render: async () => `${firstLine}\n${astToString(await openapiTypescript(document))}`,
  }
}
