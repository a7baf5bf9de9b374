/**
 * `node tools/check-files.ts`: checks names, suppressions and left-overs of source files, and prose width.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFile, checkProse } from './file-rules.ts'
import { sourceFiles } from './source-files.ts'
import { root } from './steps.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const errors = [
  ...sourceFiles(/\.(ts|tsx|mjs|cjs|js)$/).flatMap((file) => checkFile(file, read(file))),
  ...sourceFiles(/\.md$/).flatMap((file) => checkProse(file, read(file))),
]
for (const { file, line, message } of errors) console.error(`${file}${line ? `:${line}` : ''} ${message}`)
if (errors.length > 0) process.exitCode = 1
else console.log('every file follows the rules')
