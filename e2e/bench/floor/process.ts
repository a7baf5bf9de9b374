/**
 * The floor, the minimal stack with which the benchmarks compare the product, as a process:
 * `node process.ts PORT DATABASE_URL`. Prints `ready`.
 */
import pg from 'pg'
import { serveContent } from './content.ts'
import { serveGateway } from './gateway.ts'

const [port, url] = process.argv.slice(2)
// Reads int8 values as numbers; all of them are small enough.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: url, max: 10, options: '-c search_path=content' })
await serveGateway(Number(port), await serveContent(pool))
console.log('ready')
