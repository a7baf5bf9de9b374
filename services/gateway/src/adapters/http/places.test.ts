import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { placeFinder } from './places.ts'
import { ok } from './reply.ts'
import { type Method, route } from './table.ts'

const routes = (
  [
    ['GET', '/api/posts/{id}'],
    ['GET', '/api/posts'],
    ['POST', '/api/posts'],
    ['PUT', '/api/posts/{id}'],
    ['GET', '/api/posts/latest'],
    ['GET', '/api/posts/{id}/revisions/{revision}'],
    ['GET', '/api/posts/{id}/revisions/first'],
  ] satisfies [Method, string][]
).map(([method, path]) =>
  route({
    method,
    path,
    access: 'public',
    group: 'Posts',
    summary: path,
    answers: { 200: z.object({}) },
    handler: async () => ok(),
  }),
)
const find = placeFinder(routes)

describe('a place (the routes of one path)', () => {
  it('has all routes of its path, and HEAD if it has GET', () => {
    expect(find('/api/posts')?.place).toMatchObject({ path: '/api/posts', allow: ['GET', 'HEAD', 'POST'] })
    expect(find('/api/posts/x')?.place.routes.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  })

  it('decodes the segments of its parameters', () => {
    expect(find('/api/posts/a%20b%2Fc/revisions/7')).toMatchObject({
      place: { path: '/api/posts/{id}/revisions/{revision}' },
      params: { id: 'a b/c', revision: '7' },
    })
  })

  it('is the one with the fewest parameters if several match, in any order of the table', () => {
    expect(find('/api/posts/latest')?.place.path).toBe('/api/posts/latest')
    expect(find('/api/posts/7/revisions/first')?.place.path).toBe('/api/posts/{id}/revisions/first')
  })

  it.each([
    '/api/posts/',
    '/API/posts',
    '/api/posts//revisions/1',
    '/api/posts/1/revisions',
    '//api/posts',
    '',
    '/',
    '/api/posts/{id}/',
  ])('does not exist for %j', (path) => {
    expect(find(path)).toBeUndefined()
  })

  it('rejects segments that are not percent-encoded UTF-8', () => {
    expect(() => find('/api/posts/%ff')).toThrow(URIError)
  })
})
