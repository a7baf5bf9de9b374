import { describe, expect, it } from 'vitest'
import { checkFile, checkProse } from './file-rules.ts'

const messages = (file: string, text: string) => checkFile(file, text).map((error) => error.message)

describe('the rules for source files', () => {
  it('reject vague names', () => {
    expect(messages('a/post-utils.ts', '')).toEqual([expect.stringContaining('utils')])
    expect(messages('a/utils/post.ts', '')).toEqual([])
    expect(messages('a/database.ts', '')).toEqual([])
    expect(messages('a/handlebars/helpers.ts', '')).toEqual([])
  })

  it('reject a suppressed check and report its line', () => {
    expect(checkFile('a.ts', `ok\n// ${'@ts'}-expect-error wrong\n`)).toEqual([
      expect.objectContaining({ line: 2 }),
    ])
    expect(checkFile('a.ts', `// ${'biome'}-ignore lint: no\n`)).toHaveLength(1)
  })

  it('reject long lines of prose, but not of tables and code', () => {
    const long = 'word '.repeat(30)
    const text = ['short', long, `| ${long} |`, '```', long, '```', `- ${long}`].join('\n')
    expect(checkProse('a.md', text).map(({ line }) => line)).toEqual([2, 7])
  })

  it('reject markers of unfinished work', () => {
    expect(checkFile('a.ts', `// ${'TO'}DO later\n`)).toHaveLength(1)
  })
})
