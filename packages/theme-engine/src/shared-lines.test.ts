import { expect, it } from 'vitest'
import { lineReader, lineWriter, type PageReferences } from './shared-lines.ts'

/** Batches through a writer and a reader, as between two processes. */
function line() {
  const [writer, reader] = [lineWriter(), lineReader()]
  return (pages: readonly PageReferences[]) => {
    writer.begin()
    const numbered = pages.map(writer.numbered)
    const sent = structuredClone({ numbered, lines: writer.fresh() })
    reader.take(sent.lines)
    return { pages: sent.numbered.map(reader.read), fresh: sent.lines.fresh }
  }
}

const page = (own: string, ...lines: readonly string[]): PageReferences => ({ own, lines })

it('pages arrive with their lines, of which each travels once', () => {
  const send = line()
  const first = [page('a b', '/x/', '/ü/#日'), page('', '/x/'), page('c')]
  const second = [page('d', '/x/', '/y/', '')]
  expect(send(first)).toEqual({ pages: first, fresh: ['/x/', '/ü/#日'] })
  expect(send(second)).toEqual({ pages: second, fresh: ['/y/', ''] })
})

it('pages have the lines that are their own when there are more than a process keeps', () => {
  const send = line()
  const batches = Array.from({ length: 30 }, (_, batch) =>
    Array.from({ length: 20 }, (_, n) => page(`${batch} ${n}`, '/', ...many(batch, n))),
  )
  for (const pages of batches) expect(send(pages).pages).toEqual(pages)
})

it('a page with more lines than a process keeps has them all', () => {
  const send = line()
  const large = page('a', ...Array.from({ length: 60_000 }, (_, n) => `/${n}/`))
  const { pages, fresh } = send([large, page('b', '/59999/', '/0/')])
  expect(pages).toEqual([large, page('b', '/59999/', '/0/')])
  expect(fresh.length).toBe(20_000)
  expect(send([page('c', '/59999/', '/0/')])).toEqual({ pages: [page('c', '/59999/', '/0/')], fresh: ['/59999/', '/0/'] })
})

it('lines that are long or no Unicode arrive as they are, and put none of the others out of step', () => {
  const send = line()
  const odd = [`/${'x'.repeat(400)}/`, '/\ud800/', '/\ud800/']
  const first = [page('', ...odd, '/a/'), page('', '/b/', ...odd)]
  expect(send(first)).toEqual({ pages: first, fresh: ['/a/', '/b/'] })
  const second = [page('', '/c/', ...odd, '/b/', '/a/')]
  expect(send(second)).toEqual({ pages: second, fresh: ['/c/'] })
})

it('a number that means no line is no empty line', () => {
  expect(() => lineReader().read({ own: '', numbers: [0] })).toThrow('no line was told for 0')
})

/** Most of them on no other page, some on one of each batch. */
const many = (batch: number, page: number): string[] =>
  Array.from({ length: 200 }, (_, n) => (n < 20 ? `/${page}/${n}/` : `/${batch}/${page}/${n}/`))
