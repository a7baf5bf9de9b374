/**
 * Compares the Dockerfile with the repository. `npm run image` builds the image and starts its services.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentConfig } from '@typecase/content/config'
import { gatewayConfig } from '@typecase/gateway/config'
import { describe, expect, it } from 'vitest'
import { memoryEnvironment } from '../../cluster/src/node-flags.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const tracked = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'))
const services = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher']

interface Instruction {
  readonly name: string
  readonly value: string
}

const instructions: readonly Instruction[] = text('deploy/docker/Dockerfile')
  .split('\n')
  .filter((line) => !/^\s*#/.test(line))
  .join('\n')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
    return name === '' ? [] : [{ name, value }]
  })
const all = (name: string, from = instructions) =>
  from.filter((each) => each.name === name).map(({ value }) => value)
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const args = new Map(all('ARG').map((value) => value.split('=') as [string, string]))
/** Files that the build of the image deletes. */
const removed = all('RUN')
  .flatMap((run) => /rm -rf ([^&|]+)/.exec(run)?.[1]?.trim().split(/\s+/) ?? [])
  .filter((path) => !path.startsWith('node_modules'))

describe('the image', () => {
  it('uses the Node and pnpm versions of the repository, and pinned base images', () => {
    const [, node] = /const nodeVersion = '([\d.]+)'/.exec(text('tools/bootstrap/node.mjs')) ?? []
    const [, pnpm] = /'(\d+\.\d+\.\d+)'/.exec(text('tools/bootstrap/pnpm.mjs')) ?? []
    expect(args.get('NODE_IMAGE')).toBe(`node:${node}-bookworm-slim`)
    expect(args.get('PNPM_VERSION')).toBe(pnpm)
    const stages: string[] = []
    for (const from of all('FROM')) {
      const [image = '', , stage] = from.split(' ')
      // The base image is a build argument, an earlier stage, or `scratch`.
      expect(['NODE_IMAGE', 'scratch', ...stages], from).toContain(image.replace(/^\$\{(\w+)\}$/, '$1'))
      if (stage) stages.push(stage)
    }
  })

  it('contains only what services need: no shell or package manager, and no root user', () => {
    expect(all('FROM', last)).toEqual(['scratch'])
    expect(all('RUN', last), 'the last stage has no shell').toEqual([])
    for (const copy of all('COPY', last)) expect(copy).toMatch(/^--from=(packages|admin) /)
    expect(all('USER', last)).toEqual(['10001:10001'])
    const system = all('RUN').find((run) => run.includes('/system')) ?? ''
    const programs = /cp ([^&]*) \/system\/usr\/local\/bin\//.exec(system)?.[1]
    expect(programs).toBe('/usr/local/bin/node /bin/sync')
  })

  it('starts without a shell', () => {
    expect(JSON.parse(all('ENTRYPOINT', last)[0] ?? '')).toEqual(['node'])
    const [program] = JSON.parse(all('CMD', last)[0] ?? '') as string[]
    expect(tracked).toContain(program)
    const [, probe = ''] = / CMD (\[.*\])$/.exec(all('HEALTHCHECK', last)[0] ?? '') ?? []
    const [command, , script = ''] = JSON.parse(probe) as string[]
    expect(command).toBe('node')
    const [, path = ''] = /'(\/\w+)'/.exec(script) ?? []
    expect(text('packages/runtime/src/health/index.ts')).toContain(`path === '${path}'`)
  })

  it('is built only from files that Git tracks', () => {
    for (const copy of all('COPY').filter((each) => !each.startsWith('--from='))) expect(copy).toBe('. .')
    const named = all('RUN').flatMap((run) => [
      ...run.matchAll(/ ((?:apps|packages|services|tools)\/[\w./-]+\.(?:ts|mjs))/g),
    ])
    expect(named.length).toBeGreaterThan(0)
    for (const [, file = ''] of named) expect(tracked).toContain(file)
    for (const service of services) expect(tracked).toContain(`services/${service}/src/main.ts`)
    // Generated files may only be imported as types: they do not exist at run time.
    const generated = execFileSync(
      'git',
      ['grep', '-nE', "^(import|export|}) .*from '.*/generated/", '--', '*.ts'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    for (const line of generated.trim().split('\n')) expect(line).toMatch(/:(import|export) type /)
  })

  it('contains every package that a service needs', () => {
    const folders = ['packages', 'services', 'apps', 'deploy']
    const manifests = [...tracked].filter((path) =>
      folders.some((folder) => new RegExp(`^${folder}/[^/]+/package\\.json$`).test(path)),
    )
    const packages = new Map(
      manifests.map((path) => {
        const { name, dependencies = {} } = JSON.parse(text(path)) as {
          name: string
          dependencies?: Record<string, string>
        }
        return [name, { folder: path.replace('/package.json', ''), needs: Object.keys(dependencies) }]
      }),
    )
    const needed = new Set<string>()
    const need = (name: string) => {
      if (needed.has(name)) return
      needed.add(name)
      for (const other of packages.get(name)?.needs ?? []) need(other)
    }
    for (const program of [...services, 'backup']) {
      expect(all('RUN').join(), program).toContain(`--filter-prod '@typecase/${program}...'`)
      need(`@typecase/${program}`)
    }
    expect([...needed], 'the database is a separate server').not.toContain('@typecase/embedded-postgres')
    for (const name of needed) {
      const folder = packages.get(name)?.folder
      if (folder)
        expect(
          removed.filter((path) => `${folder}/`.startsWith(`${path}/`)),
          name,
        ).toEqual([])
    }
    expect(removed.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('excludes untracked files of the build machine', () => {
    const excluded = text('.dockerignore').trim().split('\n')
    const ignored = text('.gitignore').trim().split('\n')
    expect(excluded).toEqual(expect.arrayContaining(['.git', '**/node_modules', '.tools', '.typecase*']))
    expect(ignored).toEqual(expect.arrayContaining(['node_modules/', '.tools/', '.typecase/']))
  })

  it('sets only variables that services read', () => {
    const set = all('ENV', last).flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
    const read = new Set<string>(['NODE_ENV', 'PATH', 'HOME', ...Object.keys(memoryEnvironment)])
    const recorder = new Proxy({}, { get: (_env, key) => void read.add(String(key)) })
    for (const config of [gatewayConfig, contentConfig]) expect(() => config(recorder)).toThrow()
    expect(set.filter((key) => !read.has(key))).toEqual([])
  })

  it('sets the malloc variables of programs that build sites', () => {
    const pairs = all('ENV', last).flatMap((line) => line.split(' '))
    expect(pairs).toEqual(
      expect.arrayContaining(Object.entries(memoryEnvironment).map((pair) => pair.join('='))),
    )
  })
})
