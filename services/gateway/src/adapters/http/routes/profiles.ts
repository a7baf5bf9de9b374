import { z } from 'zod'
import { ok } from '../reply.ts'
import { route } from '../table.ts'
import { listOf } from './schemas.ts'

const profile = z.object({
  username: z.string(),
  displayName: z.string().optional().describe('Full name'),
})

export const profileRoutes = [
  route({
    method: 'GET',
    path: '/api/profiles',
    access: 'user',
    group: 'Users',
    summary: 'List the names of all users',
    description: 'Oldest first. Editors can list these names too, because bylines of the site show them.',
    answers: { 200: listOf(profile) },
    async handler({ services }) {
      const { profiles } = await services.identity.listProfiles({})
      const data = profiles.map(({ username, profile: shown }) => ({
        username,
        ...(shown?.displayName ? { displayName: shown.displayName } : {}),
      }))
      return ok({ data, total: data.length, limit: data.length, offset: 0 })
    },
  }),
]
