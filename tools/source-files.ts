/** Lists the files of the repository with Git, or from disk if the tree is not a clone. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ignored = /node_modules|generated|\.tools|\.typecase|dist|coverage/

/** Existing files that match, except themes and ignored files. Paths are relative, with forward slashes. */
export function sourceFiles(pattern: RegExp): string[] {
  return listed().filter(
    (file) => pattern.test(file) && !file.startsWith('themes/') && existsSync(join(root, file)),
  )
}

function listed(): string[] {
  if (!existsSync(join(root, '.git')))
    return globSync('**/*', { cwd: root, exclude: (path) => ignored.test(path) }).map((file) =>
      file.replaceAll('\\', '/'),
    )
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return files.split('\n')
}
