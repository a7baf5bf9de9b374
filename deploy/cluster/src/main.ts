/** `npm run dev:cluster`: runs every service in its own process on this machine, as in production. */
import { resolve } from 'node:path'
import { readableLine } from '@typecase/runtime/log'
import { type Cluster, startCluster } from './start.ts'

const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(1).padStart(5)
const print = (line: string) => console.log(`${seconds()} s  ${line}`)
const dataDir = resolve(process.env.TYPECASE_DATA ?? '.typecase-cluster')
const quiet = new Set(['postgres', 'nats', 's3'])

let cluster: Cluster | undefined
let stopping = false
const stop = () => {
  // On Ctrl-C the terminal signals this process, and npm signals it a second time.
  if (stopping) return
  stopping = true
  print('stopping')
  if (cluster) void cluster.stop().then(() => print('stopped'))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

try {
  cluster = await startCluster({
    dataDir,
    env: { ...process.env, PORT: process.env.PORT ?? '3000' },
    replicas: { publisher: Number(process.env.PUBLISHERS) || 1 },
    print,
    onLine: (name, line) => {
      if (!quiet.has(name))
        console.log(process.stdout.isTTY ? readableLine(line) : `${name.padEnd(9)} | ${line}`)
    },
  })
  if (stopping) await cluster.stop()
  else {
    print('ready')
    console.log(`\n  API   ${cluster.baseUrl}\n  Site  ${cluster.siteUrl}\n  Data  ${dataDir}`)
    for (const { name, ports } of cluster.replicas)
      console.log(`  Metrics of ${name.padEnd(11)} http://127.0.0.1:${ports.health}/metrics`)
    if (cluster.firstAdministrator) console.log(`\n  ${cluster.firstAdministrator}`)
    console.log('\nStop with Ctrl-C.')
  }
} catch (error) {
  console.error(`typecase: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
