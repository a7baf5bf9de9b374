import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../packages/runtime/src/log/index.ts'
import { composeThemeCheck } from '../services/themes/src/compose-check.ts'
import { report } from './validate-theme.ts'

const tool = fileURLToPath(new URL('validate-theme.ts', import.meta.url))
const themes = fileURLToPath(new URL('../themes', import.meta.url))

const validate = (...paths: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...paths], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const copyOf = (theme: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-theme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(themes, theme), folder, { recursive: true })
  return folder
}

const others = ['docs', 'magazine', ...marketplace()]
const check = composeThemeCheck(createLogger('validate-theme', 'silent'))

function marketplace(): string[] {
  const entries = readdirSync(join(themes, 'marketplace'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `marketplace/${name}`)
}

describe('npm run validate-theme', () => {
  it('finds neither errors nor warnings in the bundled theme default', () => {
    expect(validate(join(themes, 'default'))).toMatchObject({
      status: 0,
      output: expect.stringMatching(/is a theme: .*\n$/),
    })
  }, 60_000)

  it.each(others)(
    'finds neither errors nor warnings in the bundled theme %s',
    async (theme) => {
      const path = join(themes, theme)
      expect(report(path, await check(path))).toMatch(/^.* is a theme: .*$/)
    },
    60_000,
  )

  it('reports every error with file, line and hint, and exits with 1', () => {
    const folder = copyOf('default')
    writeFileSync(join(folder, 'theme.json'), '{\n  "title": "X",\n}')
    writeFileSync(join(folder, 'templates/post.html'), 'one\n{{#if title}}\n{{/each}}')
    writeFileSync(join(folder, 'templates/home.html'), '\n{{> nothing}}')
    rmSync(join(folder, 'assets/css/style.css'))
    const { status, output } = validate(folder)
    expect(status).toBe(1)
    expect(output).toContain('has 4 errors')
    expect(output).toMatch(/^theme\.json:3: .+\n {4}\S/m)
    expect(output).toMatch(/^assets\/css\/style\.css: .+\n {4}\S/m)
    expect(output).toMatch(/^templates\/post\.html:3: .+\n {4}\S/m)
    expect(output).toMatch(
      /^templates\/home\.html:2: the partial nothing does not exist\n {4}Add partials\/nothing\.html/m,
    )
  }, 60_000)

  it('prints warnings of a valid theme and exits with 0', () => {
    const folder = copyOf('default')
    writeFileSync(join(folder, 'templates/post.html'), '<title>\n{{post.titel}}</title>')
    const { status, output } = validate(folder)
    expect(status).toBe(0)
    expect(output).toContain('is a theme')
    expect(output).toMatch(
      /^templates\/post\.html:2: there is no value post\.titel; did you mean post\.title\?\n {4}\S/m,
    )
  }, 60_000)

  it('prints its usage without arguments, and reports a missing file', () => {
    expect(validate()).toMatchObject({ status: 1, output: expect.stringContaining('usage:') })
    expect(validate('/nowhere/at/all')).toEqual({
      status: 1,
      output: 'validate-theme: there is no file or folder /nowhere/at/all\n',
    })
  })
})
