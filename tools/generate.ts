/**
 * `node tools/generate.ts`: writes two sets of TypeScript types. packages/contracts/src/generated has the
 * proto messages and is only written if it is outdated; packages/client/src/generated has the public API.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const contracts = join(root, 'packages/contracts')
const target = join(contracts, 'src/generated')
const stampFile = join(target, '.stamp')

const sources = globSync('**/*.proto', { cwd: join(root, 'proto') }).sort()
const stamp = createHash('sha256')
for (const source of sources)
  stamp.update(`${source}\n${readFileSync(join(root, 'proto', source), 'utf8')}\n`)
stamp.update(readFileSync(fileURLToPath(import.meta.url)))
stamp.update(readFileSync(join(contracts, 'src/loader-options.ts')))
const digest = stamp.digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== digest) generateProtoTypes()
// Runs after the proto types exist: the API's types come from the route table, which imports them.
execFileSync(process.execPath, [join(root, 'e2e/client-types/main.ts')], { stdio: 'inherit' })

function generateProtoTypes(): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const manifest = createRequire(join(contracts, 'package.json')).resolve('@grpc/proto-loader/package.json')
  execFileSync(
    process.execPath,
    [
      join(dirname(manifest), 'build/bin/proto-loader-gen-types.js'),
      // Must match loader-options.ts.
      '--defaults',
      '--longs=Number',
      '--enums=String',
      '--importFileExtension=.ts',
      '--inputTemplate=%sInput',
      '--outputTemplate=%s',
      '--grpcLib=@grpc/grpc-js',
      `--includeDirs=${join(root, 'proto')}`,
      `--outDir=${target}`,
      ...sources,
    ],
    { cwd: join(root, 'proto'), stdio: ['ignore', 'ignore', 'inherit'] },
  )

  // One file re-exports all messages, so that importers need not know which file has a message. Two messages
  // with the same name are a type error.
  const messages = globSync(['typecase/**/*.ts', 'google/protobuf/Timestamp.ts'], { cwd: target })
    .filter((file) => !/Service\.ts$/.test(file))
    .sort()
    .map(
      (file) =>
        `export type { ${basename(file, '.ts')}, ${basename(file, '.ts')}Input } from './${file.replaceAll('\\', '/')}'`,
    )
  writeFileSync(join(target, 'messages.ts'), `${messages.join('\n')}\n`)
  writeFileSync(stampFile, digest)
  console.log(`generated types of ${sources.length} proto files`)
}
