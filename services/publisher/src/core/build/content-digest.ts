import type { RenderError } from '../errors.ts'
import type { Published } from '../site/follow-content.ts'

type Content = Pick<Published, 'entries' | 'revisions'>

/**
 * Digest of the published revisions and of the errors of their bodies. With the same site context, content
 * with the same digest has the same pages.
 */
export function contentDigest(
  { entries, revisions }: Content,
  errors: readonly RenderError[],
  digest: (text: string) => string,
): string {
  const names = [...entries.keys()].sort()
  return digest(JSON.stringify([names.map((name) => [name, revisions.get(name)]), errors]))
}

/**
 * Returns a function that returns true until the content changes. A later call of `FollowContent`, for
 * example for a preview, modifies the same object.
 */
export function untilChanged(published: Pick<Published, 'altered'>): () => boolean {
  const { altered } = published
  const { length } = altered
  return () => published.altered === altered && altered.length === length
}
