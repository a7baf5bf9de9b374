/**
 * `npm run release -- VERSION|major|minor|patch [--dry-run]`: writes the version, moves the Unreleased
 * section of the changelog, renders the chart's examples, commits and tags. It does not push. `--dry-run`
 * only prints what would change.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../deploy/standalone/src/command-line.ts'
import { releaseSection, sectionOf } from './changelog.ts'
import { root } from './steps.ts'
import { increments, isPatch, nextVersion, readVersion, writeVersion } from './version.ts'

export interface Release {
  readonly version: string
  readonly tag: string
  readonly notes: string
}

const branch = 'main'
const changelogFile = 'CHANGELOG.md'
/** Git pathspecs of the services' migrations. */
const migrations = [
  ':(glob)services/*/src/adapters/postgres/migrations*/**',
  ':(glob)services/*/src/adapters/postgres/migrations*.ts',
]

/** The planned release, and every error that prevents it. */
export function planRelease(
  folder: string,
  requested: string,
): { readonly release?: Release; readonly errors: readonly string[] } {
  const current = readVersion(folder)
  const version = nextVersion(current, requested)
  if (!version)
    return { errors: [`"${requested}" is not ${increments.join(', ')} or a version after ${current}`] }
  const tag = `v${version}`
  const notes = sectionOf(readFileSync(join(folder, changelogFile), 'utf8'), 'Unreleased') ?? ''
  const errors: string[] = []
  if (git(folder, 'branch', '--show-current') !== branch)
    errors.push(`The branch is not ${branch}: check it out first`)
  if (git(folder, 'status', '--porcelain') !== '')
    errors.push('The working tree has changes: commit or stash them first')
  if (git(folder, 'tag', '--list', tag) !== '') errors.push(`The tag ${tag} exists`)
  if (isPatch(current, version) && changesSchema(folder, `v${current}`))
    errors.push(
      `Migrations have changed since v${current}: a patch must have none, so release a minor version`,
    )
  if (notes === '')
    errors.push(`The Unreleased section of ${changelogFile} is empty: describe the changes there`)
  return { release: { version, tag, notes }, errors }
}

/** True if migrations changed since the tag. False if the tag does not exist, as before the first release. */
function changesSchema(folder: string, since: string): boolean {
  if (git(folder, 'tag', '--list', since) === '') return false
  return git(folder, 'diff', '--name-only', since, 'HEAD', '--', ...migrations) !== ''
}

/** `render` writes the files that contain the chart's version. `date` is YYYY-MM-DD. */
export function createRelease(
  folder: string,
  { version, tag, notes }: Release,
  date: string,
  render: () => void,
): void {
  writeVersion(folder, version)
  const file = join(folder, changelogFile)
  writeFileSync(file, releaseSection(readFileSync(file, 'utf8'), version, date))
  render()
  git(folder, 'commit', '--quiet', '--all', '--message', `Release ${version}`)
  // Without `verbatim`, Git would remove the headings of the notes as comments.
  git(
    folder,
    'tag',
    '--annotate',
    '--cleanup=verbatim',
    '--message',
    `Typecase ${version}\n\n${notes}\n`,
    tag,
  )
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

function describe(release: Release, date: string): string {
  return [
    `package.json and Chart.yaml: version ${readVersion(root)} becomes ${release.version}`,
    `${changelogFile}: Unreleased becomes [${release.version}] - ${date}`,
    'deploy/helm/rendered: rendered with the new version',
    `git commit "Release ${release.version}", git tag ${release.tag}`,
    `\nRelease notes:\n\n${release.notes}`,
  ].join('\n')
}

function main(args: readonly string[]): void {
  const options = { 'dry-run': { type: 'boolean', default: false } } as const
  const usage = 'usage: npm run release -- VERSION|major|minor|patch [--dry-run]'
  const config = { args: [...args], options, allowPositionals: true } as const
  const parsed = commandLine(config, { usage, print: console.error })
  const [requested, ...others] = parsed?.positionals ?? []
  const isDryRun = parsed?.values['dry-run'] === true
  if (!requested || others.length > 0) {
    if (parsed) console.error(usage)
    process.exitCode = 1
    return
  }
  const { release, errors } = planRelease(root, requested)
  const date = new Date().toISOString().slice(0, 10)
  if (release && isDryRun) console.log(describe(release, date))
  for (const error of errors) console.error(`typecase: ${error}`)
  if (!release || errors.length > 0) process.exitCode = 1
  else if (!isDryRun) {
    const render = () => execFileSync(process.execPath, ['tools/helm.ts'], { cwd: root, stdio: 'inherit' })
    createRelease(root, release, date, render)
    console.log(`Tagged ${release.tag}. Publish it with: git push --atomic origin ${branch} ${release.tag}`)
  }
}

if (import.meta.main) main(process.argv.slice(2))
