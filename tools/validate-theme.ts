/**
 * `npm run validate-theme -- PATH`: reports every error and warning about a theme (a folder or a ZIP file),
 * as an upload does. Exits with 1 if there are errors.
 */
import { createLogger } from '../packages/runtime/src/log/index.ts'
import {
  type CheckedTheme,
  composeThemeCheck,
  type ThemeError,
} from '../services/themes/src/compose-check.ts'

export function report(path: string, { errors, warnings, theme }: CheckedTheme): string {
  const verdict = theme
    ? [`${path} is a theme: ${theme.title} ${theme.version}, installed under the name ${theme.name}.`]
    : []
  return [...verdict, ...section(path, 'error', errors), ...section(path, 'warning', warnings)].join('\n')
}

function section(path: string, kind: string, found: readonly ThemeError[]): string[] {
  if (found.length === 0) return []
  return [
    `${path} has ${found.length} ${kind}${found.length === 1 ? '' : 's'}:`,
    '',
    ...found.map(lineOf),
    '',
  ]
}

function lineOf({ path: file, line, message, hint, detail }: ThemeError): string {
  const place = [file, line].filter((part) => part !== undefined && part !== '').join(':')
  const more = [hint, detail].flatMap((text) => text?.split('\n') ?? []).map((text) => `\n    ${text}`)
  return `${place ? `${place}: ` : ''}${message}${more.join('')}`
}

async function validate(path: string): Promise<boolean> {
  const checked = await composeThemeCheck(createLogger('validate-theme', 'silent'))(path)
  console.log(report(path, checked))
  return checked.errors.length === 0
}

function reasonOf(error: unknown, path: string | undefined): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file or folder ${path}`
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read: check its permissions`
  return message
}

if (import.meta.main) {
  const [path] = process.argv.slice(2)
  try {
    if (!path) throw new Error('usage: npm run validate-theme -- PATH, where PATH is a folder or a ZIP file')
    process.exitCode = (await validate(path)) ? 0 : 1
  } catch (error) {
    console.error(`validate-theme: ${reasonOf(error, path)}`)
    process.exitCode = 1
  }
}
