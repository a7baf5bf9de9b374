import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createLogger } from '@typecase/runtime/log'
import { sandboxFlags } from '@typecase/sandbox'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { imageRights } from './image-rights.ts'
import { processInspector } from './inspector.ts'
import { processRenderer } from './renderer.ts'

const flags = sandboxFlags(imageRights)

it.each([
  [
    'write files',
    "require('node:fs').writeFileSync('/tmp/typecase-image-was-here', '')",
    'ERR_ACCESS_DENIED',
  ],
  ['start a process', "require('node:child_process').execSync('true')", 'ERR_ACCESS_DENIED'],
  ['start a thread', "new (require('node:worker_threads').Worker)('1', { eval: true })", 'ERR_ACCESS_DENIED'],
  [
    'write files with a database',
    "new (require('node:sqlite').DatabaseSync)(':memory:')",
    'ERR_UNKNOWN_BUILTIN_MODULE',
  ],
  ['generate code from strings', "new Function('return 1')()", 'Code generation from strings disallowed'],
])('an image process cannot %s', (_, attempt, refusal) => {
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', attempt], {
    env: {},
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain(refusal)
})

/** Arguments and environment variables of the child processes. */
function children(): { readonly args: readonly string[]; readonly names: readonly string[] }[] {
  const pids = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
  const parts = (pid: string, file: string) =>
    readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean)
  return pids.map((pid) => ({
    args: parts(pid, 'cmdline').slice(1, flags.length + 1),
    names: parts(pid, 'environ').map((variable) => variable.replace(/=.*/s, '')),
  }))
}

it.skipIf(process.platform !== 'linux')(
  'image processes run with the flags of the sandbox and a minimal environment',
  async () => {
    const bytes = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const streamed = async function* () {
      yield Uint8Array.from(bytes)
    }
    const inspector = processInspector({ log: createLogger('test', 'silent') })
    onTestFinished(() => inspector.part.stop())
    await inspector.measure('png', streamed(), bytes.length)
    expect(children()).toEqual([{ args: flags, names: [] }])
    const images = processRenderer().render(
      { extension: 'png', widths: [4] },
      streamed(),
      AbortSignal.timeout(20_000),
    )
    for await (const _ of images) expect(children()[1]).toEqual({ args: flags, names: ['MALLOC_ARENA_MAX'] })
  },
)
