/** Revisions of posts and pages. */
import type { Page, Post, Revision } from '@typecase/contracts/messages'
import { z } from 'zod'
import { created, ok } from '../reply.ts'
import {
  comparison,
  currentState,
  type ItemState,
  revisionItem,
  stateOf,
  toComparison,
  toRevisionItem,
  toWholeRevision,
  wholeRevision,
} from '../shapes/revision.ts'
import { type Route, route } from '../table.ts'
import { type AnyCall, type ItemKind, pageKind, postKind } from './item-kinds.ts'
import { restoreRoute, revisionNumber } from './item-routes.ts'
import { listOf, paging, success } from './schemas.ts'

export const revisionRoutes = [...routesOf(postKind), ...routesOf(pageKind)]

function routesOf<T extends Post | Page>(kind: ItemKind<T>): Route[] {
  return [...readingRoutes(kind), compareRoute(kind), storeRoute(kind), restoreRoute(kind)]
}

/** Stores unsaved text without publishing it. */
function storeRoute<T extends Post | Page>({ noun, items, group, changedBody }: ItemKind<T>): Route {
  return route({
    method: 'POST',
    path: `/api/${items}/{id}/revisions`,
    access: 'user',
    group,
    summary: `Store unsaved text as a revision of a ${noun}`,
    description: `Does not change the ${noun} itself, so nothing is published. The body is that of a change; slug, status, schedule and position in the tree are ignored.`,
    body: changedBody,
    answers: { 201: success({ data: revisionItem }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params, body: { metadata = {}, content } }) {
      const revision = await services.content.storeRevision({
        itemType: noun,
        id: params.id,
        metadataJson: JSON.stringify(metadata),
        content: content === null ? '' : content,
      })
      return created({ data: toRevisionItem(revision) })
    },
  })
}

function readingRoutes<T extends Post | Page>({ noun, items, group }: ItemKind<T>): Route[] {
  return [
    route({
      method: 'GET',
      path: `/api/${items}/{id}/revisions`,
      access: 'user',
      group,
      summary: `List the revisions of a ${noun}`,
      description: 'Newest first. Numbers increase, with gaps.',
      query: z.object(paging),
      answers: { 200: listOf(revisionItem) },
      errors: ['NOT_FOUND'],
      async handler({ services, params: { id }, query: { limit = 10, offset = 0 } }) {
        const asked = { itemType: noun, id, paging: { limit, offset } }
        const { revisions, total } = await services.content.listRevisions(asked)
        return ok({ data: revisions.map(toRevisionItem), total, limit, offset })
      },
    }),

    route({
      method: 'GET',
      path: `/api/${items}/{id}/revisions/{revision}`,
      access: 'user',
      group,
      summary: `Read a revision of a ${noun}`,
      answers: { 200: success({ data: wholeRevision }) },
      errors: ['NOT_FOUND'],
      async handler(call) {
        const { id, revision } = call.params
        return ok({ data: toWholeRevision(await readRevision(call, noun, id, revisionNumber(revision))) })
      },
    }),
  ]
}

function compareRoute<T extends Post | Page>(kind: ItemKind<T>): Route {
  const { noun, items, group } = kind
  return route({
    method: 'GET',
    path: `/api/${items}/{id}/revisions/{revision}/compare`,
    access: 'user',
    group,
    summary: `Compare a revision of a ${noun} with another revision or with the current ${noun}`,
    query: z.object({
      with: z
        .string({ error: 'Must be given once' })
        .regex(/^(current|\d{1,15})$/, 'Must be the number of a revision, or current')
        .default('current'),
    }),
    answers: { 200: success({ data: comparison }) },
    errors: ['NOT_FOUND'],
    async handler(call) {
      const { id } = call.params
      const from = revisionNumber(call.params.revision)
      const to = call.query.with === 'current' ? 'current' : revisionNumber(call.query.with)
      const [before, after] = await Promise.all([
        readRevision(call, noun, id, from),
        to === 'current' ? current(call, kind, id) : readRevision(call, noun, id, to).then(stateOf),
      ])
      return ok({ data: toComparison(from, stateOf(before), to, after) })
    },
  })
}

const readRevision = (
  { services }: AnyCall,
  itemType: 'post' | 'page',
  id: string,
  revision: number,
): Promise<Revision> => services.content.getRevision({ itemType, id, revision })

async function current<T extends Post | Page>(
  { services }: AnyCall,
  { read, toFrontmatter }: ItemKind<T>,
  id: string,
): Promise<ItemState> {
  const item = await read(services.content, id)
  return currentState(toFrontmatter(item), item.content)
}
