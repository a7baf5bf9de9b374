/**
 * `npm run image`: builds the image and starts its six services, each in an unprivileged container, with real
 * PostgreSQL, NATS and S3. Passes arguments after `--` to `docker build`. IMAGE names an existing image to
 * test instead. Linux only, because containers use the host network. Exits with 1 if a check fails.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startCluster } from '@typecase/cluster/start'
import { loggedIn } from '../api.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { isOnTheSite, isStored, write } from '../scenarios/main-job.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const docker = (...args: readonly string[]) =>
  execFileSync('docker', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const errors: string[] = []
const expect = (what: string, isTrue: boolean) => {
  console.log(`${isTrue ? 'ok    ' : 'WRONG '} ${what}`)
  if (!isTrue) errors.push(what)
}

function buildImage(): string {
  if (process.env.IMAGE) return process.env.IMAGE
  const name = 'typecase:image-test'
  const args = ['build', '--file', 'deploy/docker/Dockerfile', '--tag', name, ...process.argv.slice(2), '.']
  if (spawnSync('docker', args, { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Error('the image was not built')
  return name
}

if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
  console.error('typecase: no container engine responds. Is Docker running?')
  process.exit(1)
}
const image = buildImage()
const [{ Config, Size }] = JSON.parse(docker('image', 'inspect', image)) as [
  { Config: { User: string; Entrypoint: string[] }; Size: number },
]
console.log(`${image}: ${Math.round(Size / 1e6)} MB`)
expect('runs as an unprivileged user', Config.User === '10001:10001')
expect('starts node without a shell', Config.Entrypoint.join(' ') === 'node')
for (const program of ['sh', 'bash', 'npm', 'apt-get', 'perl'])
  expect(
    `has no ${program}`,
    spawnSync('docker', ['run', '--rm', '--network', 'none', '--entrypoint', program, image], {
      stdio: 'ignore',
    }).status === 127,
  )

const folder = temporaryFolder()
const container = fileURLToPath(new URL('container.ts', import.meta.url))
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
const programs = Object.fromEntries(services.map((service) => [service, container]))
const env = {
  ...process.env,
  IMAGE: image,
  ADMIN_PASSWORD: administrator.password,
  RATE_LIMIT_PER_MINUTE: '100000',
}
try {
  const cluster = await startCluster({
    dataDir: folder.path,
    env,
    programs,
    print: (line) => console.log(line),
    keep: false,
  })
  try {
    const api = await loggedIn(cluster.baseUrl, administrator)
    const written = await write(api)
    await isStored(api, written)
    await api.generate()
    await isOnTheSite(cluster.siteUrl, written)
    expect('stores and publishes content, with a read-only root file system and no capabilities', true)
    expect('serves the web interface', (await api.request('GET', '/admin/')).status === 200)
    const running = docker('ps', '--filter', `ancestor=${image}`, '--format', '{{.Names}}').trim().split('\n')
    expect(`six containers run (${running.length})`, running.length === 6)
    for (const name of running) expect(`${name} passes its own health check`, probe(name) === 0)
  } finally {
    await cluster.stop()
  }
} finally {
  folder.remove()
}
process.exitCode = errors.length === 0 ? 0 : 1

/** Runs the image's HEALTHCHECK command in a container; returns its exit code. */
function probe(name: string): number | null {
  const [{ Config: config }] = JSON.parse(docker('inspect', name)) as [
    { Config: { Healthcheck: { Test: string[] } } },
  ]
  return spawnSync('docker', ['exec', name, ...config.Healthcheck.Test.slice(1)], { stdio: 'ignore' }).status
}
