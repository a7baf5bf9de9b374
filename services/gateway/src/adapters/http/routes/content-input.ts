/** Input of posts and pages. */

import type { ApiFilterName } from '@typecase/contracts/hooks'
import { parseUntrusted } from '@typecase/contracts/parse-untrusted'
import type { z as Zod } from 'zod'
import { z } from 'zod'
import { isMatch } from '../../../core/entity-tag.ts'
import { invalidInput, preconditionFailed } from '../../../core/errors.ts'
import { strongTag } from '../entity-tags.ts'
import { parseJson } from '../parse-json.ts'
import { problemsOf } from '../problems.ts'
import { envelopeText } from '../reply.ts'
import type { Call } from '../table.ts'
import {
  clearable,
  clearableInstant,
  oneOf,
  paging,
  slug,
  text,
  texts,
  title,
  trueWord,
  wholeNumber,
} from './schemas.ts'
import { searchFields } from './search-fields.ts'

export const statuses = ['published', 'draft'] as const
/** Maximum tags of one post, and maximum related posts. */
const maxTexts = 1000

const image = () =>
  z
    .looseObject(
      { id: clearable(), url: clearable(), alt: clearable() },
      { error: 'Must be an object with id, url and alt' },
    )
    .nullish()

const known = {
  subtitle: clearable(),
  language: clearable().describe('BCP 47 tag of the item; absent for the language of the site'),
  translationOf: clearable().describe('Id of the item of the same kind that this item translates'),
  featuredImage: image(),
  ...searchFields(image),
  publishAt: clearableInstant(
    'When a draft is published automatically. A past date publishes immediately. Absent on published items',
  ),
  unpublishAt: clearableInstant(
    'When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt`',
  ),
  sourceKey: clearable().describe(
    'Identity of an imported item in its source; unique, at most 500 characters',
  ),
  publishedAt: clearableInstant(
    'The date that readers see. Set by the first publication; an instant in the future is refused',
  ),
}
const isObject = { error: 'metadata must be an object' }
const content = () => z.string({ error: 'Must be a string' }).nullish().describe('Markdown')

/** Body of POST. An absent, empty or null slug selects the default (contract.md#post-slugs). */
export const newItem = <S extends z.ZodRawShape>(fields: S) =>
  z.object(
    {
      metadata: z.looseObject(
        {
          title: title(),
          slug: z.union([z.literal(''), z.null(), slug()]).optional(),
          status: oneOf(statuses).nullish(),
          ...known,
          ...fields,
        },
        isObject,
      ),
      content: content(),
    },
    { error: 'The body must be an object' },
  )

/**
 * Body of PUT. Absent fields stay unchanged, and null clears any field but title, slug and status
 * (contract.md#partial-updates).
 */
export const changedItem = <S extends z.ZodRawShape>(fields: S) =>
  z.object(
    {
      metadata: z
        .looseObject(
          {
            title: title().optional(),
            slug: slug().optional(),
            status: oneOf(statuses).optional(),
            ...known,
            ...fields,
          },
          isObject,
        )
        .optional(),
      content: content(),
    },
    { error: 'The body must be an object' },
  )

export const postFields = {
  author: clearable(),
  authors: texts(20)
    .nullish()
    .describe('Usernames. The first is the main author and equals `author`. Null leaves `author` unchanged'),
  category: clearable(),
  tags: texts(maxTexts).nullish(),
  excerpt: clearable(),
  relatedPosts: texts(maxTexts).nullish(),
}
export const pageFields = { pageType: oneOf(['normal', 'custom']).optional(), parentPage: clearable() }

/** The part of a route's description about the size limit of a list. */
export const sizeLimitNote =
  'A list whose metadata and content exceed 32 MiB is rejected with an error at `limit`: request fewer items with `limit`, or less content with `summaryView` or `frontmatterOnly`.'

export const listQuery = {
  status: oneOf(statuses).optional(),
  ...paging,
  frontmatterOnly: trueWord().optional(),
  properties: text()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .meta({ type: 'string', description: 'Names of metadata fields, comma-separated' })
    .optional(),
}
export const summaryQuery = {
  summaryView: trueWord().optional(),
  previewLength: wholeNumber(1, 10_000).optional(),
}

/** The selected frontmatter fields; unknown names are skipped (contract.md#post-list-views). */
export function pickProperties(
  frontmatter: Readonly<Record<string, unknown>>,
  names: readonly string[] | undefined,
): Record<string, unknown> {
  if (!names) return { ...frontmatter }
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(frontmatter, name)).map((name) => [name, frontmatter[name]]),
  )
}

type AnyCall = Call<unknown, unknown, unknown>

/**
 * Applies filters of extensions to the body. Skips filters that throw or whose result does not match the
 * schema (contract.md#hooks).
 */
export function filteredBody<S extends Zod.ZodType>(
  call: AnyCall,
  name: ApiFilterName,
  schema: S,
  body: Zod.infer<S>,
): Promise<Zod.infer<S>> {
  return call.hooks.filter(name, body, call.hookRequest, (answer) => {
    const checked = parseUntrusted(schema, parseJson(Buffer.from(JSON.stringify(answer))))
    if (!checked.success) throw invalidInput(problemsOf(checked.error))
    return checked.data
  })
}

/**
 * Applies filters of extensions to the response. Skips filters whose result is a list with an item that has
 * no `frontmatter`.
 */
export const filteredAnswer = <T extends object>(call: AnyCall, name: ApiFilterName, answer: T): Promise<T> =>
  call.hooks.filter(name, answer, call.hookRequest, (changed) => {
    const plain = JSON.parse(JSON.stringify(changed)) as T
    if (
      Array.isArray(plain) &&
      !plain.every(({ frontmatter }) => typeof frontmatter === 'object' && frontmatter !== null)
    )
      throw new TypeError('an item in the answer has no frontmatter')
    return plain
  })

/**
 * The revision of the item whose GET response has one of the ETags in `If-Match` (contract.md#etags).
 * Undefined without the header, and for `*`.
 * @throws PRECONDITION_FAILED if no response has such an ETag, and errors of `readAnswers`, such as NOT_FOUND
 */
export async function expectedRevision(
  call: AnyCall,
  readAnswers: () => Promise<
    readonly { readonly revision: number; readonly body: Readonly<Record<string, unknown>> }[]
  >,
): Promise<number | undefined> {
  const ifMatch = call.request.headers['if-match']
  if (ifMatch === undefined) return undefined
  const answers = await readAnswers()
  if (ifMatch.trim() === '*') return undefined
  const matched = answers.find(({ body }) => isMatch(ifMatch, [strongTag(envelopeText(body))]))
  if (!matched) throw preconditionFailed()
  return matched.revision
}
