/** `node tools/check-files.ts`: checks names, suppressions and left-overs of all source files, except ignored ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFile } from './file-rules.ts'
import { sourceFiles } from './source-files.ts'
import { root } from './steps.ts'

const errors = sourceFiles(/\.(ts|tsx|mjs|cjs|js)$/).flatMap((file) =>
  checkFile(file, readFileSync(join(root, file), 'utf8')),
)
for (const { file, line, message } of errors) console.error(`${file}${line ? `:${line}` : ''} ${message}`)
if (errors.length > 0) process.exitCode = 1
else console.log('every file follows the rules')
