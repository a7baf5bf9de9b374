import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { flagsToMakeSites, standaloneEnvironment } from '../../deploy/cluster/src/node-flags.ts'
import known from '../../deploy/node-flags.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'typecase-flags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()

/** What a program is started with by that Node. */
function flagsFor(node: string): unknown {
  const module = join(import.meta.dirname, 'node-flags.mjs')
  return JSON.parse(
    run(
      '-e',
      `console.log(JSON.stringify(require(${JSON.stringify(module)}).flagsFor(${JSON.stringify(node)})))`,
    ),
  )
}

it('are those that are known for a Node, and none for one that nobody has tried', () => {
  const nodes = ['24.0.0', '99.1.0'].map((version) => {
    const node = join(folder, version)
    writeFileSync(node, `#!/bin/sh\necho v${version}\n`)
    chmodSync(node, 0o755)
    return node
  })
  expect(nodes.map(flagsFor)).toEqual([known['24'], []])
  expect(flagsFor(process.execPath)).toEqual(flagsToMakeSites())
  expect([flagsToMakeSites('24.0.0'), flagsToMakeSites('99.1.0')]).toEqual([known['24'], []])
})

it('come with an environment, in which the user has the last word', () => {
  const module = JSON.stringify(join(import.meta.dirname, 'node-flags.mjs'))
  const told = (env: NodeJS.ProcessEnv): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['-p', `JSON.stringify(require(${module}).memoryEnvironment())`], {
        encoding: 'utf8',
        env,
      }),
    )
  expect([told({}), told({ MALLOC_ARENA_MAX: '7' })]).toEqual([
    standaloneEnvironment,
    { ...standaloneEnvironment, MALLOC_ARENA_MAX: '7' },
  ])
})
