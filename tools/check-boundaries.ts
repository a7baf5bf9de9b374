/** `node tools/check-boundaries.ts`: lists imports that violate a boundary rule, and what to do instead. */
import { fileURLToPath } from 'node:url'
import { checkBoundaries } from './boundaries.ts'

const { modules, crossings, unread } = await checkBoundaries(fileURLToPath(new URL('..', import.meta.url)))

for (const rule of new Set(crossings.map((crossing) => crossing.rule))) {
  const same = crossings.filter((crossing) => crossing.rule === rule)
  console.error(`\n${rule}: ${same[0]?.comment}`)
  for (const { from, to } of same) console.error(`  ${from} → ${to}`)
}
if (unread.length > 0)
  console.error(`\n${unread.length} files were not read, for example ${unread[0]}: is @swc/core installed?`)
if (modules === 0) console.error('\nno modules were read')
if (crossings.length > 0 || unread.length > 0 || modules === 0) process.exitCode = 1
else console.log(`${modules} modules, no boundary violations`)
