/**
 * `npm run validate-theme -- PATH`: says of a theme, a folder or a ZIP, what an upload would say of it.
 * Ends with 1 when there is a fault.
 */
import { createLogger } from '../packages/runtime/src/log/index.ts'
import { type CheckedTheme, composeThemeCheck } from '../services/themes/src/compose-check.ts'

/** The report, one fault after the other. */
export function report(path: string, { faults, theme }: CheckedTheme): string {
  if (theme) return `${path} is a theme: ${theme.title} ${theme.version}, installed under the name ${theme.name}.`
  const lines = faults.map(({ path: file, line, message, hint }) => {
    const place = [file, line].filter((part) => part !== undefined && part !== '').join(':')
    return `${place ? `${place}: ` : ''}${message}${hint ? `\n    ${hint}` : ''}`
  })
  return [`${path} has ${faults.length} fault${faults.length === 1 ? '' : 's'}:`, '', ...lines].join('\n')
}

async function validate(path: string): Promise<boolean> {
  const checked = await composeThemeCheck(createLogger('validate-theme', 'silent'))(path)
  console.log(report(path, checked))
  return checked.faults.length === 0
}

function reasonOf(error: unknown, path: string | undefined): string {
  const { code, message = String(error) } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file or folder ${path}`
  if (code === 'EACCES' || code === 'EPERM') return `${path} may not be read`
  return message
}

if (import.meta.main) {
  const [path] = process.argv.slice(2)
  try {
    if (!path) throw new Error('which theme? npm run validate-theme -- PATH, where PATH is a folder or a ZIP')
    process.exitCode = (await validate(path)) ? 0 : 1
  } catch (error) {
    console.error(`validate-theme: ${reasonOf(error, path)}`)
    process.exitCode = 1
  }
}
