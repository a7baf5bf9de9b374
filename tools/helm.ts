/** `npm run helm`: renders the chart's examples to deploy/helm/rendered and writes the tables of the README. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  copiedFiles,
  examples,
  natsUsersFile,
  natsUsersText,
  readmeFile,
  readmeText,
  render,
} from '../deploy/helm/src/chart.ts'

mkdirSync(dirname(natsUsersFile), { recursive: true })
writeFileSync(natsUsersFile, natsUsersText())
writeFileSync(readmeFile, readmeText())
for (const [original, copy] of copiedFiles) {
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(original, copy)
}
for (const { name, values, rendered } of examples) {
  mkdirSync(dirname(rendered), { recursive: true })
  writeFileSync(rendered, render(values))
  console.log(`rendered ${name}`)
}
