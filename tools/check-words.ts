/**
 * `node tools/check-words.ts`: reports words that CONTRIBUTING.md refuses in sources, docs and file names,
 * and in commit subjects since the commit that added this file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFiles } from './source-files.ts'
import { root } from './steps.ts'
import { findRefused, refusedWords, subjectErrors } from './words.ts'

/** Rendered from checked sources, or the list itself. */
const excluded =
  /^CONTRIBUTING\.md$|^tools\/(check-)?words\.|\/generated\/|^deploy\/helm\/rendered\/|\/fixtures\/|^pnpm-lock/

const exactNames: readonly { readonly file: RegExp; readonly word: string }[] = [
  // On-disk name of pre-staged releases, and a column.
  { file: /^services\/publisher\/src\/adapters\/folder\/release-layout/, word: 'spare' },
  { file: /^services\/publisher\/src\/adapters\/postgres\//, word: 'edition' },
  // The POSIX user.
  { file: /^(deploy\/embedded-postgres|packages\/testing\/src\/backing)\//, word: 'nobody' },
  // Content of the site in a test, on which recorded digests depend.
  { file: /^services\/publisher\/test\/support\/sample-site\.ts$/, word: 'somebody' },
  // The field of API errors about themes and templates.
  { file: /^(docs|apps\/admin|services\/(gateway|publisher|themes))\//, word: 'faults' },
]

const refused = refusedWords(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
const errors = [...fileErrors(), ...commitErrors()]
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
else console.log(`none of the ${refused.size} refused words is used`)

function fileErrors(): string[] {
  const text = /\.(ts|tsx|mjs|cjs|js|proto|md|ya?ml|tpl|txt|sh|conf)$|Dockerfile$|^\.ci\//
  return sourceFiles(text)
    .filter((file) => !excluded.test(file))
    .flatMap((file) => {
      const isExact = (word: string) => exactNames.some((name) => name.word === word && name.file.test(file))
      const inName = findRefused(file, refused).map(({ word, instead }) => ({ line: 0, word, instead }))
      return [...inName, ...findRefused(readFileSync(join(root, file), 'utf8'), refused)]
        .filter(({ word }) => !isExact(word))
        .map(({ line, word, instead }) => `${file}${line ? `:${line}` : ''} "${word}": write ${instead}`)
    })
}

function commitErrors(): string[] {
  if (!existsSync(join(root, '.git'))) return []
  const [added] = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/check-words.ts').slice(-1)
  if (!added) return []
  return git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`).flatMap((line) => {
    const [, hash = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    return subjectErrors(subject, refused).map((error) => `commit ${hash}: the subject ${error}`)
  })
}

function git(...args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter((line) => line !== '')
}
