/**
 * A program for `startCluster` that runs a service from the image in IMAGE instead of from its sources.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { IMAGE: image = '', DATABASE_SCHEMA: service = '', SERVICE_KEYS_FILE: keys, ...rest } = process.env
const name = `typecase-image-${service}-${process.pid}`
// Passes only the settings of the service, not the rest of this machine's environment.
const settings = Object.entries({
  ...rest,
  DATABASE_SCHEMA: service,
  ...(keys === undefined ? {} : { SERVICE_KEYS: readFileSync(keys, 'utf8') }),
}).filter(([key]) =>
  /^(HOST|PORT|SITE_PORT|GRPC_|HEALTH_PORT|DATABASE_|NATS_URL|S3_|SERVICE_KEYS$|COOKIE_SECRET$|ADMIN_(?!DIR)|PUBLIC_|RATE_LIMIT|LOG_|[A-Z]+_URL$)/.test(
    key,
  ),
)
const restrictions = [
  '--read-only',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
  '--tmpfs',
  '/tmp',
  '--memory',
  '1g',
]
const child = spawn(
  'docker',
  [
    ...['run', '--rm', '--init=false', '--name', name, '--network', 'host', ...restrictions],
    ...settings.flatMap(([key]) => ['--env', key]),
    ...[image, `services/${service}/src/main.ts`],
  ],
  // Values are passed in the environment, because other users can read command lines.
  { env: { ...process.env, ...Object.fromEntries(settings) }, stdio: 'inherit' },
)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
child.on('error', (error) => {
  console.error(String(error))
  process.exit(1)
})
