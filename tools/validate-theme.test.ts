import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const tool = fileURLToPath(new URL('validate-theme.ts', import.meta.url))
const themes = fileURLToPath(new URL('../themes', import.meta.url))

const validate = (...paths: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...paths], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

const copyOf = (theme: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-theme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(themes, theme), folder, { recursive: true })
  return folder
}

const shipped = ['default', 'docs', 'magazine', ...marketplace()]

function marketplace(): string[] {
  const entries = readdirSync(join(themes, 'marketplace'), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `marketplace/${name}`)
}

describe('npm run validate-theme', () => {
  it.each(shipped)(
    'finds neither errors nor warnings in the theme %s of the product',
    (theme) => {
      expect(validate(join(themes, theme))).toMatchObject({
        status: 0,
        said: expect.stringMatching(/is a theme: .*\n$/),
      })
    },
    60_000,
  )

  it('names every fault with file, line and hint, and ends with 1', () => {
    const folder = copyOf('default')
    writeFileSync(join(folder, 'theme.json'), '{\n  "title": "X",\n}')
    writeFileSync(join(folder, 'templates/post.html'), 'one\n{{#if title}}\n{{/each}}')
    writeFileSync(join(folder, 'templates/home.html'), '\n{{> nothing}}')
    rmSync(join(folder, 'assets/css/style.css'))
    const { status, said } = validate(folder)
    expect(status).toBe(1)
    expect(said).toContain('has 4 errors')
    expect(said).toMatch(/^theme\.json:3: .+\n {4}\S/m)
    expect(said).toMatch(/^assets\/css\/style\.css: .+\n {4}\S/m)
    expect(said).toMatch(/^templates\/post\.html:3: .+\n {4}\S/m)
    expect(said).toMatch(
      /^templates\/home\.html:2: the partial nothing does not exist\n {4}Add partials\/nothing\.html/m,
    )
  }, 60_000)

  it('prints warnings of a theme that can be installed, and ends with 0', () => {
    const folder = copyOf('default')
    writeFileSync(join(folder, 'templates/post.html'), '<title>\n{{post.titel}}</title>')
    const { status, said } = validate(folder)
    expect(status).toBe(0)
    expect(said).toContain('is a theme')
    expect(said).toMatch(
      /^templates\/post\.html:2: there is no value post\.titel; did you mean post\.title\?\n {4}\S/m,
    )
  }, 60_000)

  it('says what it wants when it is given nothing, or what is not there', () => {
    expect(validate()).toMatchObject({ status: 1, said: expect.stringContaining('which theme?') })
    expect(validate('/nowhere/at/all')).toEqual({
      status: 1,
      said: 'validate-theme: there is no file or folder /nowhere/at/all\n',
    })
  })
})
