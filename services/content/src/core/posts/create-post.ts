import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { postFact } from '../events.ts'
import { tryToUse, useFreeSlug } from '../free-slug.ts'
import type { JsonObject } from '../json.ts'
import { previewLimit } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { type IdempotencyKey, repeatable } from '../repeatable.ts'
import { keptPost } from '../revisions/revision.ts'
import { instantFrom } from '../schedule/schedule.ts'
import { isStatus } from '../status.ts'
import { storePostChange } from './change-post.ts'
import { type DraftedPost, draftPost, type Post, type PostHead } from './post.ts'
import type { PostChange } from './post-change.ts'

export interface NewPost {
  readonly metadata: JsonObject
  readonly content?: string | undefined
  readonly idempotencyKey?: IdempotencyKey | undefined
}

export type CreatedPost = PostHead & { readonly metadata: JsonObject }

/**
 * Creates a post; a slug that was not named derives from the title and is made free (contract.md#post-slugs).
 * @throws VALIDATION_ERROR, DUPLICATE_SLUG, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_MISMATCH
 */
export const createPost =
  (ports: Ports) =>
  async (
    actor: Actor,
    { metadata, content = '', idempotencyKey }: NewPost,
  ): Promise<{ post: CreatedPost; replayed: boolean }> => {
    const { username, ...user } = requireEditor(actor)
    const { markup, clock, newId } = ports
    const text = markup.plainText(content, previewLimit)
    const drafted = draftPost({ metadata, content, text }, { id: newId(), author: username, at: clock() })
    if (!idempotencyKey) {
      const insert = (change: PostChange) => ports.store.changePost(change)
      return {
        post: await insertPost({ insert, taken: ports.store.read.posts.takenSlugs }, drafted, username),
        replayed: false,
      }
    }
    const { answer, replayed } = await repeatable(
      ports,
      { username, ...user },
      idempotencyKey,
      async (tx) => {
        const insert = (change: PostChange) => storePostChange(tx, change)
        return toAnswer(await insertPost({ insert, taken: tx.posts.takenSlugs }, drafted, username))
      },
    )
    return { post: fromAnswer(answer), replayed }
  }

interface PostSpace {
  /** Those of the slugs that are in use. */
  taken(slugs: readonly string[]): Promise<ReadonlySet<string>>
  /** @throws DUPLICATE_SLUG */
  insert(change: PostChange): Promise<void>
}

/** A post that is born published is first created, then published: two facts, two revisions. */
async function insertPost(
  { insert, taken }: PostSpace,
  { post, isSlugFree }: DraftedPost,
  by: string,
): Promise<Post> {
  let created: Post = { ...post, revision: post.status === 'published' ? 2 : 1 }
  const use = async (slug: string) => {
    created = { ...created, slug }
    const facts = [postFact('created', { ...created, revision: 1 })]
    if (created.status === 'published') facts.push(postFact('published', created, { changed: ['status'] }))
    await insert({ kind: 'insert', post: created, kept: keptPost(created, by), facts })
  }
  if (!isSlugFree) await use(post.slug)
  // Most titles are new: the slug is tried before it is asked about.
  else if (!(await tryToUse(post.slug, { use }))) await useFreeSlug(post.slug, { taken, use })
  return created
}

const toAnswer = ({
  content: _content,
  text: _text,
  createdAt,
  updatedAt,
  publishAt,
  unpublishAt,
  ...post
}: Post): JsonObject => ({
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
