import type { PostFilter } from '../api/queries.ts'

/** Orders of the list of posts. The first one is the API's default. */
export const postSorts = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'title',
  '-title',
] as const satisfies readonly PostFilter['sort'][]

export type PostSort = (typeof postSorts)[number]
