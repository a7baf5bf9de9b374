import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { postFact } from '../events.ts'
import { useFreeSlug } from '../free-slug.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { ContentWriter, Ports } from '../ports.ts'
import { type IdempotencyKey, repeatable } from '../repeatable.ts'
import { keptPost } from '../revisions/revision.ts'
import { instantFrom } from '../schedule/schedule.ts'
import { isStatus } from '../status.ts'
import { type DraftedPost, draftPost, type Post, type PostHead } from './post.ts'

export interface NewPost {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly idempotencyKey?: IdempotencyKey | undefined
}

export type CreatedPost = PostHead & { readonly metadata: JsonObject }

/**
 * Creates a post; a slug that was not named derives from the title and is made free (D4.2).
 * @throws VALIDATION_ERROR, DUPLICATE_SLUG, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export const createPost =
  (ports: Ports) =>
  async (actor: Actor, { metadata, content = '', idempotencyKey }: NewPost): Promise<{ post: CreatedPost; replayed: boolean }> => {
    const { username, ...user } = requireEditor(actor)
    const { markup, clock, newId } = ports
    const text = markup.plainText(content, previewLimit)
    const drafted = draftPost({ metadata, content, text }, { id: newId(), author: username, at: clock() })
    const { answer, replayed } = await repeatable(ports, { username, ...user }, idempotencyKey, async (tx) =>
      toAnswer(await insertPost(tx, drafted, username)),
    )
    return { post: fromAnswer(answer), replayed }
  }

/** A post that is born published is first created, then published: two facts, two revisions. */
async function insertPost(tx: ContentWriter, { post, isSlugFree }: DraftedPost, by: string): Promise<Post> {
  let created: Post = { ...post, revision: post.status === 'published' ? 2 : 1 }
  const use = async (slug: string) => {
    created = { ...created, slug }
    await tx.posts.insert(created)
  }
  if (isSlugFree) await useFreeSlug(post.slug, { taken: (slugs) => tx.posts.takenSlugs(slugs), use })
  else await use(post.slug)
  await tx.posts.keepRevisions([keptPost(created, by)])
  await tx.record(postFact('created', { ...created, revision: 1 }))
  if (created.status === 'published') await tx.record(postFact('published', created, { changed: ['status'] }))
  return created
}

const toAnswer = ({ content: _content, text: _text, createdAt, updatedAt, publishAt, unpublishAt, ...post }: Post): JsonObject => ({
  ...post,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  publishAt: publishAt?.toISOString() ?? null,
  unpublishAt: unpublishAt?.toISOString() ?? null,
})

const fromAnswer = (answer: JsonObject): CreatedPost => ({
  id: String(answer.id),
  title: String(answer.title),
  slug: String(answer.slug),
  status: isStatus(answer.status) ? answer.status : 'draft',
  author: String(answer.author),
  createdAt: new Date(String(answer.createdAt)),
  updatedAt: new Date(String(answer.updatedAt)),
  publishAt: instantFrom(answer.publishAt ?? null),
  unpublishAt: instantFrom(answer.unpublishAt ?? null),
  revision: Number(answer.revision),
  metadata: answer.metadata as JsonObject,
})
