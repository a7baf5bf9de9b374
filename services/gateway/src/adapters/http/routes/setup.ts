/** The setup of a new installation. */
import { z } from 'zod'
import { clientAddress } from '../client-address.ts'
import { created, ok } from '../reply.ts'
import { toSessionUser, toUser, user } from '../shapes/user.ts'
import { route } from '../table.ts'
import { openBodyLimit, passwordMs, success } from './schemas.ts'
import { accountFields } from './users.ts'

const group = 'Setup'

const claim = z.object(
  {
    code: z
      .string({ error: 'Code is required' })
      .min(1, 'Code is required')
      .max(200, 'Code is too long')
      .describe('The password that the first start printed'),
    ...accountFields,
  },
  { error: 'The body must be an object' },
)

export const setupRoutes = [
  route({
    method: 'GET',
    path: '/api/setup',
    access: 'open',
    group,
    summary: 'Read the state of the setup',
    description:
      'Whether the first administrator still has the printed password, and whether the setup is finished.',
    answers: { 200: success({ data: z.object({ needsAccount: z.boolean(), finished: z.boolean() }) }) },
    async handler({ services }) {
      const { claimable, finished } = await services.identity.getSetup({})
      return ok({ data: { needsAccount: claimable, finished } })
    },
  }),

  route({
    method: 'POST',
    path: '/api/setup/account',
    access: 'open',
    group,
    summary: 'Claim the first administrator',
    description:
      'Replaces name, email and password of the administrator whose password was printed. Works once and requires the printed password as `code`; sessions that were started with that password end.',
    body: claim,
    bodyLimit: openBodyLimit,
    deadlineMs: passwordMs,
    answers: { 201: success({ data: user }) },
    errors: ['WRONG_SETUP_CODE', 'SETUP_DONE', 'DUPLICATE_USER', 'BUSY'],
    async handler({ services, request, body }) {
      const claimed = { ...body, clientAddress: clientAddress(request) }
      return created({
        data: toUser(
          toSessionUser(await services.identity.claimFirstAdmin(claimed, { deadlineMs: passwordMs })),
        ),
      })
    },
  }),

  route({
    method: 'POST',
    path: '/api/setup/finish',
    access: 'admin',
    group,
    summary: 'Finish the setup',
    description:
      'The web interface no longer opens the setup, and the first administrator can no longer be claimed. Idempotent.',
    answers: { 200: success({}) },
    async handler({ services }) {
      await services.identity.finishSetup({})
      return ok()
    },
  }),
]
