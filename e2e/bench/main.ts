/**
 * Runs benchmarks on this machine and prints tables. `npm run bench [-- NAME...]`, NAME one of: reads,
 * starts, clone, floor, flat, bulk, logins, uploads, site, scale, renditions, writes, transfer. Compare
 * figures only within one run, not between machines.
 */
import { cpus, totalmem } from 'node:os'
import { measureBulk } from './bulk.ts'
import { measureClone } from './clone.ts'
import { measureFlat } from './flat.ts'
import { measureFloor } from './floor/measure.ts'
import { measureLogins } from './logins.ts'
import { measureReads } from './reads.ts'
import { measureRenditions } from './renditions.ts'
import { measureScale } from './scale.ts'
import { measureSite } from './site/measure.ts'
import { measureStarts } from './starts.ts'
import { measureTransfer } from './transfer.ts'
import { measureUploads } from './uploads.ts'
import { measureWrites } from './writes/measure.ts'

const benchmarks: Record<string, () => Promise<void>> = {
  starts: measureStarts,
  reads: measureReads,
  clone: measureClone,
  bulk: measureBulk,
  logins: measureLogins,
  floor: measureFloor,
  flat: measureFlat,
  site: measureSite,
  scale: measureScale,
  uploads: measureUploads,
  renditions: measureRenditions,
  writes: measureWrites,
  transfer: measureTransfer,
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; available: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB\n`,
)
for (const [name, run] of Object.entries(benchmarks))
  if (requested.length === 0 || requested.includes(name)) await run()
