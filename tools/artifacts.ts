/**
 * `npm run artifacts -- FOLDER`: writes all release artifacts except the image: the packaged chart, a
 * CycloneDX SBOM of the shipped packages, and the release notes. IMAGE_REPOSITORY sets the default image of
 * the chart.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chartFolder, helm } from '../deploy/helm/src/chart.ts'
import { sectionOf } from './changelog.ts'
import { root } from './steps.ts'
import { readVersion } from './version.ts'

const [target] = process.argv.slice(2)
if (!target) {
  console.error('usage: npm run artifacts -- FOLDER')
  process.exit(2)
}
const folder = resolve(target)
const version = readVersion(root)
mkdirSync(folder, { recursive: true })
packageChart()
writeSbom()
writeNotes()
console.log(`wrote typecase-${version}.tgz, sbom.cdx.json and notes.md to ${folder}`)

function packageChart(): void {
  const parent = mkdtempSync(join(tmpdir(), 'typecase-chart-'))
  try {
    const copy = join(parent, 'typecase')
    cpSync(chartFolder, copy, { recursive: true })
    const image = process.env.IMAGE_REPOSITORY
    if (image) setImage(join(copy, 'values.yaml'), image)
    helm('package', copy, '--destination', folder, '--version', version, '--app-version', version)
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** `image` is a name without a tag, such as registry.example.org/team/typecase. */
function setImage(file: string, image: string): void {
  const slash = image.lastIndexOf('/')
  const values = readFileSync(file, 'utf8')
  const changed = values
    .replace(/^ {2}registry: .*$/m, `  registry: "${image.slice(0, Math.max(slash, 0))}"`)
    .replace(/^ {2}repository: .*$/m, `  repository: ${image.slice(slash + 1)}`)
  writeFileSync(file, changed)
}

function writeSbom(): void {
  const filters = ['--filter-prod', '@typecase/standalone...', '--filter-prod', '@typecase/admin']
  const format = ['--prod', '--lockfile-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const output = ['--out', join(folder, 'sbom.cdx.json')]
  execFileSync(process.execPath, ['tools/packages.mjs', 'sbom', ...format, ...filters, ...output], {
    cwd: root,
    stdio: 'inherit',
  })
}

function writeNotes(): void {
  const notes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  if (!notes) throw new Error(`CHANGELOG.md has no section for ${version}`)
  writeFileSync(join(folder, 'notes.md'), `${notes}\n`)
}
