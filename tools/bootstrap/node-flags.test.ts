import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { siteBuildFlags, standaloneEnvironment } from '../../deploy/cluster/src/node-flags.ts'
import flags from '../../deploy/node-flags.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'typecase-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()

function flagsFor(node: string): unknown {
  const module = join(import.meta.dirname, 'node-flags.mjs')
  return JSON.parse(
    run(
      '-e',
      `console.log(JSON.stringify(require(${JSON.stringify(module)}).flagsFor(${JSON.stringify(node)})))`,
    ),
  )
}

it('has flags for each Node version in node-flags.json, and none for other versions', () => {
  const nodes = ['24.0.0', '99.1.0'].map((version) => {
    const node = join(folder, version)
    writeFileSync(node, `#!/bin/sh\necho v${version}\n`)
    chmodSync(node, 0o755)
    return node
  })
  expect(nodes.map(flagsFor)).toEqual([flags['24'], []])
  expect(flagsFor(process.execPath)).toEqual(siteBuildFlags())
  expect([siteBuildFlags('24.0.0'), siteBuildFlags('99.1.0')]).toEqual([flags['24'], []])
})

it('lets variables of the user override the malloc settings', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'node-flags.mjs'))
  const environment = (env: NodeJS.ProcessEnv): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['-p', `JSON.stringify(require(${module}).memoryEnvironment())`], {
        encoding: 'utf8',
        env,
      }),
    )
  expect([environment({}), environment({ MALLOC_ARENA_MAX: '7' })]).toEqual([
    standaloneEnvironment,
    { ...standaloneEnvironment, MALLOC_ARENA_MAX: '7' },
  ])
})
