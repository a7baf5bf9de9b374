/** Title, slug and status of posts and pages. */
import { isSlug, type Problem } from '@typecase/kernel'
import type { JsonObject, JsonValue } from '../json.ts'
import { isStatus, type Status } from '../status.ts'

export interface CommonFields {
  readonly title?: string
  readonly slug?: string
  readonly status?: Status
}

export interface Parsed<T> {
  readonly fields: T
  readonly errors: readonly Problem[]
}

/**
 * Parses a new item: the title is required; an absent, empty or null slug is derived later
 * (contract.md#post-slugs).
 */
export function parseNewItem(metadata: JsonObject): Parsed<CommonFields> {
  const { title, slug, status } = metadata
  return parsed(title ?? null, slug === null || slug === '' ? undefined : slug, status ?? undefined)
}

/** Parses a change: an absent field stays, null is an error (contract.md#partial-updates). */
export const parseItemChange = ({ title, slug, status }: JsonObject): Parsed<CommonFields> =>
  parsed(title, slug, status)

function parsed(
  title: JsonValue | undefined,
  slug: JsonValue | undefined,
  status: JsonValue | undefined,
): Parsed<CommonFields> {
  const errors: Problem[] = []
  const error = (name: string, message: string) => errors.push({ path: `metadata.${name}`, message })
  if (title !== undefined && (title === null || (typeof title === 'string' && title.trim() === '')))
    error('title', 'Title is required')
  else if (title !== undefined && typeof title !== 'string') error('title', 'Title must be a string')
  if (slug !== undefined && !(typeof slug === 'string' && isSlug(slug)))
    error(
      'slug',
      'The slug must be lower-case letters and digits with single hyphens between them, at most 200 characters',
    )
  if (status !== undefined && !isStatus(status)) error('status', 'The status must be published or draft')
  return {
    fields: {
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof slug === 'string' ? { slug } : {}),
      ...(isStatus(status) ? { status } : {}),
    },
    errors,
  }
}
