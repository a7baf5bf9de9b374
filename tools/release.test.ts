import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sectionOf } from './changelog.ts'
import { createRelease, planRelease, type Release } from './release.ts'
import { root } from './steps.ts'
import { nextVersion, readVersion } from './version.ts'

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n- Tags\n\n## [0.1.0] - 2026-01-02\n\n- Posts\n'
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('the version', () => {
  it.each([
    ['major', '2.0.0'],
    ['minor', '1.3.0'],
    ['patch', '1.2.4'],
    ['1.10.0', '1.10.0'],
    ['2.0.0', '2.0.0'],
    ['1.2.3', undefined],
    ['1.1.9', undefined],
    ['01.3.0', undefined],
    ['v1.3.0', undefined],
    ['1.3', undefined],
  ])('after 1.2.3 for the argument %s is %s', (requested, next) => {
    expect(nextVersion('1.2.3', requested)).toBe(next)
  })

  it('is set only in the root package.json, and the chart has the same version', () => {
    const manifests = globSync('{packages,services,apps,deploy}/*/package.json', { cwd: root })
    const versioned = manifests.filter((file) => 'version' in (JSON.parse(text(root, file)) as object))
    expect(manifests.length).toBeGreaterThan(10)
    expect(versioned).toEqual([])
    const chart = text(root, 'deploy/helm/typecase/Chart.yaml')
    expect(chart).toMatch(new RegExp(`^version: ${readVersion(root)}$`, 'm'))
    expect(chart).toMatch(new RegExp(`^appVersion: "${readVersion(root)}"$`, 'm'))
  })

  it('has a section in the changelog', () => {
    expect(sectionOf(text(root, 'CHANGELOG.md'), readVersion(root))).toMatch(/^### /m)
  })
})

describe('a release', () => {
  it('writes the version, moves the Unreleased section and creates a commit with a tag', () => {
    const folder = repository()
    const { release, errors } = planRelease(folder, 'minor')
    expect(errors).toEqual([])
    createRelease(folder, release as Release, '2026-02-03', () =>
      writeFileSync(join(folder, 'rendered.yaml'), 'v0.2.0'),
    )
    expect(readVersion(folder)).toBe('0.2.0')
    expect(text(folder, 'deploy/helm/typecase/Chart.yaml')).toBe(
      'name: typecase\nversion: 0.2.0\nappVersion: "0.2.0"\n',
    )
    expect(text(folder, 'CHANGELOG.md')).toBe(
      changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n'),
    )
    expect(git(folder, 'status', '--porcelain')).toBe('')
    expect(git(folder, 'log', '--format=%s', '-1', 'v0.2.0')).toBe('Release 0.2.0\n')
    expect(git(folder, 'show', '--stat', 'v0.2.0')).toContain('rendered.yaml')
    expect(git(folder, 'cat-file', 'tag', 'v0.2.0')).toContain('### Added\n- Tags\n')
    expect(planRelease(folder, 'patch').errors).toEqual([
      'The Unreleased section of CHANGELOG.md is empty: describe the changes there',
    ])
  })

  it('is refused on a branch other than main, with uncommitted changes, or if the tag exists', () => {
    const folder = repository()
    git(folder, 'tag', 'v0.2.0')
    git(folder, 'checkout', '--quiet', '-b', 'topic')
    writeFileSync(join(folder, 'new.txt'), '')
    expect(planRelease(folder, 'minor').errors).toEqual([
      'The branch is not main: check it out first',
      'The working tree has changes: commit or stash them first',
      'The tag v0.2.0 exists',
    ])
    expect(planRelease(folder, '0.0.9').errors).toEqual([
      '"0.0.9" is not major, minor, patch or a version after 0.1.0',
    ])
  })
})

describe('a patch release', () => {
  it('is refused if a migration was added since the last version', () => {
    const folder = repository()
    git(folder, 'tag', 'v0.1.0')
    expect(planRelease(folder, 'patch').errors).toEqual([])
    for (const file of ['migrations.ts', 'migrations/0002-tags.ts']) {
      const path = join(folder, 'services/content/src/adapters/postgres', file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
      git(folder, 'add', '.')
      git(folder, 'commit', '--quiet', '--message', 'Add a table')
      expect(planRelease(folder, 'patch').errors).toEqual([
        'Migrations have changed since v0.1.0: a patch must have none, so release a minor version',
      ])
      expect(planRelease(folder, 'minor').errors).toEqual([])
      git(folder, 'reset', '--quiet', '--hard', 'HEAD~1')
    }
  })
})

function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-release-'))
  folders.push(folder)
  mkdirSync(join(folder, 'deploy/helm/typecase'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{\n  "version": "0.1.0"\n}\n')
  writeFileSync(
    join(folder, 'deploy/helm/typecase/Chart.yaml'),
    'name: typecase\nversion: 0.1.0\nappVersion: "0.1.0"\n',
  )
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  writeFileSync(join(folder, 'rendered.yaml'), 'v0.1.0')
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'config', 'user.name', 'Test')
  git(folder, 'config', 'user.email', 'test@example.org')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '--message', 'Begin')
  return folder
}

const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
