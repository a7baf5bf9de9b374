import type { UploadFileRequestInput, UploadHeaderInput } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { z } from 'zod'
import { invalidInput } from '../../../core/errors.ts'
import { problemsOf } from '../problems.ts'
import { created, ok, replayedHeader } from '../reply.ts'
import {
  mediaFile,
  reference,
  toMediaFile,
  toReference,
  toUpdatedFile,
  toUploadedFile,
  updatedFile,
  uploadedFile,
} from '../shapes/media.ts'
import { route } from '../table.ts'
import { type UploadedPart, uploadedPart } from '../upload.ts'
import { instant, listOf, oneOf, paging, string, success, text, trueWord } from './schemas.ts'

const group = 'Media'
/** Milliseconds for `clean` and `propagate-metadata`, which rewrite content. */
const rewriteMs = 60_000
/** Milliseconds for requests that may have to update the references first. */
const referencesMs = 25_000
const types = ['image', 'document'] as const
const count = z.int()

/** Maximum width or height in pixels that the database can store. */
const maxPixels = 2 ** 31 - 1
const pixels = () =>
  z
    .string()
    .refine(
      (digits) => /^[1-9]\d*$/.test(digits) && Number(digits) <= maxPixels,
      `Must be a positive whole number up to ${maxPixels}`,
    )
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: maxPixels })
/** Maximum characters of an alt text or caption. */
const maxTextLength = 10_000
const describing = z.object({
  alt: text(maxTextLength).optional(),
  caption: text(maxTextLength).optional(),
  width: pixels().optional(),
  height: pixels().optional(),
})

const described = () =>
  string().max(maxTextLength, `Must have at most ${maxTextLength} characters`).optional()
const object = { error: 'The body must be an object' }

export const mediaRoutes = [
  route({
    method: 'GET',
    path: '/api/media',
    access: 'user',
    group,
    summary: 'List media files',
    description: 'Newest first. Images only, unless `type` is set.',
    query: z.object({ type: oneOf([...types, 'all']).optional(), ...paging, search: text().optional() }),
    answers: { 200: listOf(mediaFile) },
    async handler({ services, query: { type = 'image', search, limit, offset = 0 } }) {
      const { files, total } = await services.media.listFiles({ type, search, paging: { limit, offset } })
      return ok({ data: files.map(toMediaFile), total, limit: limit ?? null, offset })
    },
  }),

  route({
    method: 'POST',
    path: '/api/media/upload',
    access: 'user',
    group,
    summary: 'Upload a file',
    description:
      'Name, declared type and leading bytes must match. Otherwise the response is 415 (UNSUPPORTED_FILE_TYPE) with a `reason` code and a `message`. If too many images wait for inspection, the response is 503 (BUSY) with Retry-After, and nothing is stored.',
    query: z.object({
      id: text(36).describe('For imports by administrators: id of the file, a UUID in lower case').optional(),
      createdAt: instant()
        .describe(
          'For imports by administrators: when the file was first uploaded. A future date counts as absent',
        )
        .optional(),
    }),
    upload: { field: 'file', fields: describing },
    idempotent: true,
    answers: { 201: success({ data: uploadedFile }) },
    errors: [
      ...['NO_FILE', 'FILE_TOO_LARGE', 'IMAGE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE', 'BUSY'],
      ...['FORBIDDEN', 'DUPLICATE_ID', 'IDEMPOTENCY_IN_PROGRESS'],
    ],
    async handler({ services, hooks, hookRequest, request, maxUploadBytes, query, idempotencyKey }) {
      const part = await uploadedPart(request, 'file', maxUploadBytes)
      const { id, createdAt } = query
      const header = {
        idempotencyKey,
        id,
        ...(createdAt === undefined ? {} : { createdAt: toTimestamp(new Date(createdAt)) }),
      }
      const file = await services.media.uploadFile(uploadMessages(part, header))
      const data = toUploadedFile(file)
      if (file.replayed) return created({ data }, { headers: replayedHeader })
      await hooks.act('media_uploaded', data, hookRequest)
      return created({ data })
    },
  }),

  route({
    method: 'GET',
    path: '/api/media/{id}',
    access: 'user',
    group,
    summary: 'Read a media file',
    query: z.object({ checkReferences: trueWord().optional(), includeDetails: trueWord().optional() }),
    deadlineMs: referencesMs,
    answers: {
      200: success({
        data: mediaFile,
        referenced: z.boolean().optional(),
        references: z.array(reference).optional(),
      }),
    },
    errors: ['NOT_FOUND', 'REFERENCES_BEHIND'],
    async handler({ services, params, query: { checkReferences, includeDetails = false } }) {
      if (!checkReferences) return ok({ data: toMediaFile(await services.media.getFile({ id: params.id })) })
      const { file, references } = await services.media.findReferences(
        { id: params.id },
        { deadlineMs: referencesMs },
      )
      if (!file) throw new Error('references without their file')
      return ok({
        data: toMediaFile(file),
        referenced: references.length > 0,
        references: references.map(toReference(includeDetails)),
      })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/media/{id}',
    access: 'user',
    group,
    summary: 'Change alt text and caption',
    body: z.object({ alt: described(), caption: described() }, object),
    answers: { 200: success({ data: updatedFile }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params, body }) {
      return ok({ data: toUpdatedFile(await services.media.updateFile({ ...body, id: params.id })) })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/media/{id}',
    access: 'user',
    group,
    summary: 'Delete a media file',
    description:
      'A file in use is not deleted (409), unless `clean` removes every use from content, or `force` leaves the uses broken. The error has the number of uses in `referencesFound` and the first 20 entries in `references`; `GET /api/media/{id}/references` lists all.',
    query: z.object({ clean: trueWord().optional(), force: trueWord().optional() }),
    deadlineMs: rewriteMs,
    answers: { 200: success({ referencesFound: count, referencesRemoved: count }) },
    errors: ['NOT_FOUND', 'MEDIA_IN_USE', 'REFERENCES_BEHIND', 'CONTENT_BUSY'],
    async handler({ services, hooks, hookRequest, params: { id }, query: { clean = false, force = false } }) {
      const { referencesFound, referencesRemoved } = await services.media.deleteFile(
        { id, clean, force },
        { deadlineMs: rewriteMs },
      )
      await hooks.act('media_deleted', { id }, hookRequest)
      return ok({ referencesFound, referencesRemoved })
    },
  }),

  route({
    method: 'GET',
    path: '/api/media/{id}/references',
    access: 'user',
    group,
    summary: 'List the uses of a file',
    query: z.object({ type: oneOf(types).optional(), includeDetails: trueWord().optional() }),
    deadlineMs: referencesMs,
    answers: {
      200: success({
        referenced: z.boolean(),
        references: z.array(reference),
        file: z.object({ id: z.string(), filename: z.string(), url: z.string() }),
      }),
    },
    errors: ['NOT_FOUND', 'REFERENCES_BEHIND'],
    async handler({ services, params, query }) {
      const { file, references } = await services.media.findReferences(
        { id: params.id },
        { deadlineMs: referencesMs },
      )
      if (!file) throw new Error('references without their file')
      const { id, filename, url } = file
      return ok({
        referenced: references.length > 0,
        references: references.map(toReference(query.includeDetails ?? true)),
        file: { id, filename, url },
      })
    },
  }),

  route({
    method: 'POST',
    path: '/api/media/{id}/propagate-metadata',
    access: 'user',
    group,
    summary: 'Propagate alt text and caption to content',
    description: 'Changes every use whose text equals the old one; all uses if no old text is given.',
    body: z.object(
      {
        oldAlt: string().optional(),
        newAlt: string().optional(),
        oldCaption: string().optional(),
        newCaption: string().optional(),
      },
      object,
    ),
    deadlineMs: rewriteMs,
    answers: {
      200: success({ updatedCount: count, altUpdates: count, captionUpdates: count, message: z.string() }),
    },
    errors: ['NOT_FOUND', 'REFERENCES_BEHIND', 'CONTENT_BUSY'],
    async handler({ services, params, body }) {
      const { updatedCount, altUpdates, captionUpdates } = await services.media.propagateMetadata(
        { ...body, id: params.id },
        { deadlineMs: rewriteMs },
      )
      const message = `Updated ${updatedCount} item${updatedCount === 1 ? '' : 's'}`
      return ok({ updatedCount, altUpdates, captionUpdates, message })
    },
  }),
]

async function* uploadMessages(
  part: UploadedPart,
  identity: UploadHeaderInput,
): AsyncGenerator<UploadFileRequestInput> {
  yield { header: { originalFilename: part.filename, mimeType: part.mimeType, ...identity } }
  for await (const chunk of part.chunks) yield { chunk }
  yield { trailer: descriptionOf(await part.fields()) }
}

/** An empty field counts as absent. */
function descriptionOf(fields: Readonly<Record<string, string>>) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const problems = Object.entries(given)
    .filter(([, value]) => value.includes('\0'))
    .map(([path]) => ({ path, message: 'Must not contain the character NUL' }))
  const parsed = describing.safeParse(given)
  if (!parsed.success || problems.length > 0)
    throw invalidInput([...problems, ...(parsed.success ? [] : problemsOf(parsed.error))])
  return parsed.data
}
