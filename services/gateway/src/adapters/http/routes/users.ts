import type { ProfileChangeInput } from '@typecase/contracts/messages'
import { invalid, isEmail, isPassword, usernameForm } from '@typecase/kernel'
import { z } from 'zod'
import { bodyMismatch, unauthorized } from '../../../core/errors.ts'
import { clientAddress } from '../client-address.ts'
import { isSecure } from '../credentials.ts'
import { created, ok } from '../reply.ts'
import { toSessionUser, toUpdatedUser, toUser, updatedUser, user } from '../shapes/user.ts'
import { type Call, type Route, route } from '../table.ts'
import { jsonString, listOf, oneOf, paging, passwordMs, success } from './schemas.ts'
import { imageType } from './site-identity.ts'

const group = 'Users'
const requiredMessage = 'Username, password, and email are required'

const field = (name: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null ? `${name} is required` : `${name} must be a string`,
  })

export const accountFields = {
  username: field('Username').regex(
    usernameForm,
    'A username has 2 to 64 letters, digits, dots, hyphens and underscores',
  ),
  email: field('Email').refine(isEmail, 'Must be an email address').meta({ format: 'email', maxLength: 254 }),
  password: field('Password')
    .refine(isPassword, 'A password has 8 to 200 characters')
    .meta({ minLength: 8, maxLength: 200 }),
}
const fields = {
  ...accountFields,
  role: oneOf(['admin', 'editor']).optional(),
}
const profileText = (name: string) =>
  z
    .string({ error: `${name} must be a string or null` })
    .nullable()
    .optional()
/** Fields of the profile. Null clears a field. */
const profileFields = {
  displayName: profileText('displayName').describe('At most 100 characters.'),
  bio: profileText('bio').describe('Plain text, at most 2000 characters.'),
  avatar: profileText('avatar').describe('Id of an image of the media library.'),
  links: z
    .array(
      z.object({
        title: z.string({ error: 'Must be a string' }),
        url: z.string({ error: 'Must be a string' }),
      }),
      { error: 'links must be an array' },
    )
    .nullable()
    .optional()
    .describe('At most 10.'),
}
const object = { error: 'The body must be an object' }
const newUser = z.object({ ...fields, ...profileFields }, object)
const changedUser = z.object(
  {
    ...newUser.partial().shape,
    currentPassword: field('Current password')
      .max(10_000, 'Current password is too long')
      .optional()
      .describe(
        'Current password of the calling user. Required with the session cookie if the user changes their own password or email; optional with a bearer token, but checked if present.',
      ),
  },
  object,
)

/** The documented message if a required field is absent or empty. */
function missing(_paths: readonly string[], body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const given = body as Record<string, unknown>
  return ['username', 'password', 'email'].some(
    (name) => given[name] === undefined || given[name] === null || given[name] === '',
  )
    ? requiredMessage
    : undefined
}

type Services = Call<unknown, unknown, unknown>['services']
type ProfileInput = z.infer<z.ZodObject<typeof profileFields>>

/** Undefined if the body contains no field of the profile. */
function profileChange({ displayName, bio, avatar, links }: ProfileInput): ProfileChangeInput | undefined {
  if (displayName === undefined && bio === undefined && avatar === undefined && links === undefined)
    return undefined
  return {
    displayName: displayName === null ? '' : displayName,
    bio: bio === null ? '' : bio,
    avatar: avatar === null ? '' : avatar,
    links: links === undefined ? undefined : { links: links ?? [] },
  }
}

/** Requires that the avatar is an existing image; identity cannot check that. @throws VALIDATION_ERROR */
async function refuseUnknownAvatar({ media }: Services, avatar: string | null | undefined): Promise<void> {
  if (!avatar) return
  if ((await imageType(media, avatar)) === undefined)
    throw invalid([{ path: 'avatar', message: 'avatar must be the id of an image' }])
}

export const userRoutes = (publicOrigin: string | undefined): Route[] => [
  ...readingRoutes(),
  createRoute(),
  updateRoute(publicOrigin),
  deleteRoute(),
]

const readingRoutes = () => [
  route({
    method: 'GET',
    path: '/api/users/me',
    access: 'user',
    group,
    summary: 'Read the logged-in user',
    answers: { 200: success({ data: user }) },
    async handler({ session }) {
      if (!session.user) throw unauthorized()
      return ok({ data: toUser(session.user) })
    },
  }),

  route({
    method: 'GET',
    path: '/api/users',
    access: 'admin',
    group,
    summary: 'List users',
    description: 'Oldest first.',
    query: z.object(paging),
    answers: { 200: listOf(user) },
    async handler({ services, query: { limit, offset = 0 } }) {
      const { users, total } = await services.identity.listUsers({ paging: { limit, offset } })
      return ok({
        data: users.map((found) => toUser(toSessionUser(found))),
        total,
        limit: limit ?? null,
        offset,
      })
    },
  }),

  route({
    method: 'GET',
    path: '/api/users/{id}',
    access: 'admin-or-self',
    group,
    summary: 'Read a user',
    answers: { 200: success({ data: user }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params }) {
      return ok({ data: toUser(toSessionUser(await services.identity.getUser({ id: params.id }))) })
    },
  }),
]

const createRoute = () =>
  route({
    method: 'POST',
    path: '/api/users',
    access: 'admin',
    group,
    summary: 'Create a user',
    description:
      'A conflict is 500 with code DUPLICATE_USER. A password that is too easy to guess is rejected.',
    body: newUser,
    bodyMessage: missing,
    deadlineMs: passwordMs,
    answers: { 201: success({ data: user }) },
    errors: ['DUPLICATE_USER', 'BUSY'],
    async handler({ services, request, body }) {
      const { username, email, password, role } = body
      await refuseUnknownAvatar(services, body.avatar)
      const asked = {
        ...{ username, email, password, role },
        profile: profileChange(body),
        clientAddress: clientAddress(request),
      }
      return created({
        data: toUser(toSessionUser(await services.identity.createUser(asked, { deadlineMs: passwordMs }))),
      })
    },
  })

const updateRoute = (publicOrigin: string | undefined) =>
  route({
    method: 'PUT',
    path: '/api/users/{id}',
    access: 'admin-or-self',
    group,
    summary: 'Change a user',
    description:
      'Editors can change their own account, except the role. A new password ends all other sessions of the user. A wrong current password counts like a failed login.',
    body: changedUser,
    deadlineMs: passwordMs,
    answers: { 200: success({ data: updatedUser }) },
    errors: [
      'NOT_FOUND',
      'DUPLICATE_USER',
      'LAST_ADMIN',
      'CURRENT_PASSWORD_REQUIRED',
      'WRONG_PASSWORD',
      'ACCOUNT_LOCKED',
      'BUSY',
    ],
    async handler({ services, cookies, session, request, params, body }) {
      const { displayName: _name, bio: _bio, avatar, links: _links, ...account } = body
      await refuseUnknownAvatar(services, avatar)
      const asked = {
        ...account,
        profile: profileChange(body),
        id: params.id,
        requireCurrentPassword: session.by === 'cookie',
        deviceId: cookies.readDevice(request.headers.cookie, isSecure(request, publicOrigin)),
        clientAddress: clientAddress(request),
      }
      const changed = await services.identity.updateUser(asked, { deadlineMs: passwordMs })
      return ok({ data: toUpdatedUser(toSessionUser(changed)) })
    },
  })

const deleteRoute = () =>
  route({
    method: 'DELETE',
    path: '/api/users/{id}',
    access: 'admin',
    group,
    summary: 'Delete a user',
    description: 'The path names the user; a body, if sent, must be that id as a JSON string.',
    body: jsonString('The id from the path, as a JSON string', '0193f1c2-5d3e-7a41-9c2b-3f6d1a8e4b70'),
    bodyOptional: true,
    answers: { 200: success({}) },
    errors: ['NOT_FOUND', 'SELF_DELETE', 'LAST_ADMIN'],
    async handler({ services, request, params, body }) {
      if (body !== undefined && body !== params.id)
        throw bodyMismatch('The id in the body does not match the path')
      await services.identity.deleteUser({ id: params.id, clientAddress: clientAddress(request) })
      return ok()
    },
  })
