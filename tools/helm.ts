/** `npm run helm`: renders the chart's examples anew to deploy/helm/rendered. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { examples, render } from '../deploy/helm/src/chart.ts'

for (const { name, values, rendered } of examples) {
  mkdirSync(dirname(rendered), { recursive: true })
  writeFileSync(rendered, render(values))
  console.log(`rendered ${name}`)
}
