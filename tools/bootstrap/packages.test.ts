import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../steps.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const mib = 1024 * 1024

describe('the packages of npm start', () => {
  const server = packagesOf('deploy/standalone')
  const build = packagesOf('apps/admin')
  const names = [...server.values()].map(({ name }) => name)

  it('include the services and no development tools', () => {
    expect(names).toEqual(
      expect.arrayContaining(['@typecase/gateway', '@typecase/publisher', 'express', 'sharp']),
    )
    const tools = [
      'vite',
      'vitest',
      'typescript',
      '@biomejs/biome',
      '@swc/core',
      'playwright-core',
      '@typecase/testing',
      'react',
    ]
    expect(names.filter((name) => tools.includes(name))).toEqual([])
  })

  it('take at most 160 MiB', () => {
    expect(sizeOf(server)).toBeLessThan(160 * mib)
  })

  // The importers, which run in the browser, take 16 of these 96 MiB.
  it('for building the web interface take at most 96 MiB and do not include TypeScript', () => {
    expect([...build.values()].map(({ name }) => name)).not.toContain('typescript')
    expect(sizeOf(build)).toBeLessThan(96 * mib)
  })
})

/** Manifests, by folder, of all packages that `pnpm install --prod` installs for a workspace package. */
function packagesOf(start: string): Map<string, Manifest> {
  const found = new Map<string, Manifest>()
  const pending = [join(root, start)]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (found.has(folder)) continue
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    found.set(folder, manifest)
    const { dependencies, optionalDependencies, peerDependencies } = manifest
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    pending.push(...names.flatMap((name) => folderOf(name, folder, manifest.name)))
  }
  return found
}

/** The folder of a dependency; empty for packages of other platforms and for optional peers. */
function folderOf(dependency: string, folder: string, owner: string): string[] {
  // pnpm links dependencies of an npm package next to the package, and those of a workspace package in the
  // node_modules of that package.
  const beside = join(folder, ...owner.split('/').map(() => '..'))
  const places = [join(folder, 'node_modules', dependency), join(beside, dependency)]
  const place = places.find((path) => existsSync(path))
  return place ? [realpathSync(place)] : []
}

const sizeOf = (packages: Map<string, Manifest>) =>
  [...packages.keys()]
    .filter((folder) => folder.includes('.pnpm'))
    .reduce((sum, folder) => sum + bytesBelow(folder), 0)

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
