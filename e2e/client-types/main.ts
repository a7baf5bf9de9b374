/** Generates packages/client/src/generated/api.ts unless it is up to date. `npm run generate` runs it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { clientTypes, typesFile } from './render.ts'

const { firstLine, render } = clientTypes()
const isCurrent = existsSync(typesFile) && readFileSync(typesFile, 'utf8').startsWith(`${firstLine}\n`)
if (!isCurrent) {
  mkdirSync(new URL('.', typesFile), { recursive: true })
  writeFileSync(typesFile, await render())
  console.log('generated types of the API client')
}
