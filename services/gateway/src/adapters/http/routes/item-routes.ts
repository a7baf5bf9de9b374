/**
 * Routes that posts and pages share (create, change, delete and restore), and the common parts of reading.
 */
import type { Page, Post } from '@typecase/contracts/messages'
import { z } from 'zod'
import { revisionNotFound, unauthorized } from '../../../core/errors.ts'
import { created, finished, ok, type Reply, replayedHeader } from '../reply.ts'
import { type Frontmatter, toListItem } from '../shapes/content-item.ts'
import { type Call, type Route, route } from '../table.ts'
import { expectedRevision, filteredAnswer, filteredBody, pickProperties } from './content-input.ts'
import type { AnyCall, ItemKind } from './item-kinds.ts'
import { success } from './schemas.ts'

interface Descriptions {
  readonly change: string
  readonly remove?: string
  /** Error codes besides NOT_FOUND. */
  readonly removeErrors?: readonly string[]
}

/** POST, PUT and DELETE of one item. */
export const writeRoutes = <T extends Post | Page>(
  kind: ItemKind<T>,
  descriptions: Descriptions,
): Route[] => [createRoute(kind), updateRoute(kind, descriptions), deleteRoute(kind, descriptions)]

const createRoute = <T extends Post | Page>(kind: ItemKind<T>): Route =>
  route({
    method: 'POST',
    path: `/api/${kind.items}`,
    access: 'user',
    group: kind.group,
    summary: `Create a ${kind.noun}`,
    body: kind.newBody,
    idempotent: true,
    answers: { 201: success({ id: z.string() }) },
    errors: ['DUPLICATE_SLUG', 'DUPLICATE_SOURCE_KEY'],
    async handler(call) {
      const { noun, newBody } = kind
      const { metadata, content } = await filteredBody(call, `api_create_${noun}`, newBody, call.body)
      const { item, replayed } = await kind.create(call.services.content, {
        metadataJson: JSON.stringify(metadata),
        content: content ?? undefined,
        idempotencyKey: call.idempotencyKey,
      })
      if (replayed) return created({ id: item.id }, { headers: replayedHeader })
      const flat = kind.toFlat({ ...item, content: content ?? '' })
      await call.hooks.act(`${noun}_created`, flat, call.hookRequest)
      return created({ id: item.id })
    },
  })

const updateRoute = <T extends Post | Page>(kind: ItemKind<T>, { change }: Descriptions): Route =>
  route({
    method: 'PUT',
    path: `/api/${kind.items}/{id}`,
    access: 'user',
    group: kind.group,
    summary: `Change a ${kind.noun}`,
    description: change,
    body: kind.changedBody,
    tagged: true,
    answers: { 200: success({ data: kind.updated }) },
    errors: ['NOT_FOUND', 'DUPLICATE_SLUG', 'DUPLICATE_SOURCE_KEY'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => kind.answers(call, id))
      const { noun, changedBody } = kind
      const { metadata = {}, content } = await filteredBody(
        call,
        `api_update_${noun}`,
        changedBody,
        call.body,
      )
      const item = await kind.update(call.services.content, {
        id,
        metadataJson: JSON.stringify(metadata),
        content: content === null ? '' : content,
        expectedRevision: expected,
      })
      return answerUpdated(call, kind, item)
    },
  })

const deleteRoute = <T extends Post | Page>(
  kind: ItemKind<T>,
  { remove, removeErrors = [] }: Descriptions,
): Route =>
  route({
    method: 'DELETE',
    path: `/api/${kind.items}/{id}`,
    access: 'user',
    group: kind.group,
    summary: `Delete a ${kind.noun}`,
    ...(remove === undefined ? {} : { description: remove }),
    tagged: true,
    answers: { 200: success({}) },
    errors: ['NOT_FOUND', ...removeErrors],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => kind.answers(call, id))
      await call.hooks.act(`pre_${kind.noun}_delete`, { id }, call.hookRequest)
      const item = await kind.remove(call.services.content, { id, expectedRevision: expected })
      await call.hooks.act(`${kind.noun}_deleted`, kind.toFlat(item), call.hookRequest)
      return ok()
    },
  })

export const restoreRoute = <T extends Post | Page>(kind: ItemKind<T>): Route =>
  route({
    method: 'POST',
    path: `/api/${kind.items}/{id}/revisions/{revision}/restore`,
    access: 'user',
    group: kind.group,
    summary: 'Restore a revision',
    description:
      'Restores title, metadata and content as a new revision. Slug, status, schedule and position in the tree stay unchanged.',
    tagged: true,
    answers: { 200: success({ data: kind.updated }) },
    errors: ['NOT_FOUND'],
    async handler(call) {
      const { id } = call.params
      const expected = await expectedRevision(call, () => kind.answers(call, id))
      const revision = revisionNumber(call.params.revision)
      const item = await kind.restore(call.services.content, { id, revision, expectedRevision: expected })
      return answerUpdated(call, kind, item)
    },
  })

/** @throws NOT_FOUND for text that is not the number of a revision */
export function revisionNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw revisionNotFound()
  return Number(text)
}

async function answerUpdated<T extends Post | Page>(
  call: AnyCall,
  { noun, toFlat, toUpdated }: ItemKind<T>,
  item: T,
): Promise<Reply> {
  await call.hooks.act(`${noun}_updated`, toFlat(item), call.hookRequest)
  return ok({ data: toUpdated(item) })
}

export interface ListQuery {
  readonly status?: 'published' | 'draft' | undefined
  readonly frontmatterOnly?: boolean | undefined
  readonly summaryView?: boolean | undefined
  readonly properties?: readonly string[] | undefined
}

export const viewOf = ({ frontmatterOnly, summaryView }: ListQuery) =>
  frontmatterOnly ? 'NONE' : summaryView ? 'SUMMARY' : 'FULL'

interface ListRead<T> {
  /** The request to the content service, which is also the cache key. */
  readonly asked: { readonly view: ReturnType<typeof viewOf> }
  readonly toFrontmatter: (item: T) => Frontmatter
  /** `rest` contains the members besides the items. */
  readonly read: () => Promise<{ readonly found: readonly T[]; readonly rest: object }>
}

/** Lists posts or pages and applies filters of extensions. Caches the response if there are no filters. */
export async function answerList<T extends Post | Page>(
  call: Call<unknown, ListQuery, unknown>,
  items: 'posts' | 'pages',
  { asked, toFrontmatter, read }: ListRead<T>,
): Promise<Reply> {
  const { status, properties } = call.query
  if (status === 'draft' && call.actor.kind === 'anonymous') throw unauthorized()
  const answer = async () => {
    const { found, rest } = await read()
    const shown = found.map((item) =>
      toListItem(toFrontmatter(item), asked.view === 'NONE' ? undefined : (item.content ?? '')),
    )
    const filtered = await filteredAnswer(call, `api_${items}`, shown)
    const data = properties
      ? filtered.map((item) => ({ ...item, frontmatter: pickProperties(item.frontmatter, properties) }))
      : filtered
    return { data, ...rest }
  }
  return cachedUnlessFiltered(call, `api_${items}`, [items, call.actor.kind, asked, properties], answer)
}

/** Caches the response, unless extensions filter it: a filter may depend on data other than content. */
export async function cachedUnlessFiltered(
  call: AnyCall,
  hook: 'api_posts' | 'api_post' | 'api_pages' | 'api_page',
  key: readonly unknown[],
  answer: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<Reply> {
  if (call.hooks.has(hook)) return ok(await answer())
  return call.contentCache.answer(JSON.stringify(key), async () => finished(await answer()))
}
