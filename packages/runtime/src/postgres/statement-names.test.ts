import { describe, expect, it } from 'vitest'
import { statementNames } from './statement-names.ts'

describe('names of prepared statements', () => {
  const executed = (nameOf: ReturnType<typeof statementNames>, text: string, times = 4) =>
    Array.from({ length: times }, () => nameOf(text, [1])).at(-1)

  it('are assigned from the fourth execution on, one per text', () => {
    const nameOf = statementNames()
    expect(executed(nameOf, 'select $1', 3)).toBeUndefined()
    const name = nameOf('select $1', [1])
    expect(name).toMatch(/^s\d+$/)
    expect(nameOf('select $1', [2])).toBe(name)
    expect(executed(nameOf, 'select $1 + 1')).not.toBe(name)
  })

  it.each([
    'select * from a where b = $1',
    'delete from a where b = $1 returning *',
    'select a.*, $1 from a',
  ])('are not assigned to %s, whose columns a migration may change', (text) =>
    expect(executed(statementNames(), text, 10)).toBeUndefined(),
  )

  it('are assigned to statements that multiply or count', () => {
    const nameOf = statementNames()
    expect(executed(nameOf, "select count(*), $1 * interval '1 day' from a")).toBeDefined()
  })

  it('are not assigned to statements without values', () => {
    const nameOf = statementNames()
    for (let n = 0; n < 10; n++) expect(nameOf('begin', [])).toBeUndefined()
  })

  it('are limited to 200', () => {
    const nameOf = statementNames()
    const names = Array.from({ length: 300 }, (_, n) => executed(nameOf, `select $1 + ${n}`))
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(200)
    expect(nameOf('select $1 + 0', [1])).toBe('s1')
  })
})
