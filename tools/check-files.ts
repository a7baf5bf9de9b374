/**
 * `node tools/check-files.ts`: checks names, suppressions and left-overs of all source files, except ignored
 * ones.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFile } from './file-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = /\.(ts|tsx|mjs|cjs|js)$/

const errors = sourceFiles().flatMap((file) => checkFile(file, readFileSync(join(root, file), 'utf8')))
for (const { file, line, message } of errors) console.error(`${file}${line ? `:${line}` : ''} ${message}`)
if (errors.length > 0) process.exitCode = 1
else console.log('every file follows the rules')

/** From git, or from the disk when the tree is not a clone. */
function sourceFiles(): string[] {
  if (!existsSync(join(root, '.git'))) {
    const exclude = (path: string) => /node_modules|generated|\.tools|\.typecase|dist|coverage/.test(path)
    return globSync('**/*', { cwd: root, exclude }).filter(
      (file) => source.test(file) && !file.startsWith('themes'),
    )
  }
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return listed
    .split('\n')
    .filter((file) => source.test(file) && !file.startsWith('themes/') && existsSync(join(root, file)))
}
