import type { Redirect, RedirectFields } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import { AppError, invalid } from '@typecase/kernel'
import type { PublisherApi } from '../../src/core/ports.ts'

type Operation = Extract<
  keyof PublisherApi,
  `${string}Redirect${string}` | `list${string}ddresses` | 'checkPermalinks'
>

/** Redirects in memory. Unlike the publisher, checks only that `from` is a path. */
export function memoryRedirects(): Pick<PublisherApi, Operation> {
  const stored = new Map<string, Redirect>()
  const at = toTimestamp(new Date(0)) as Redirect['createdAt']
  const put = (id: string, { from = '', to, status }: Partial<RedirectFields>): Redirect => {
    if (!from.startsWith('/')) throw invalid([{ path: 'from', message: 'from must be a path' }])
    const redirect = { id, from, status: status ?? 301, createdAt: at, updatedAt: at, ...(to ? { to } : {}) }
    stored.set(id, redirect)
    return redirect
  }
  const existing = (id: string): Redirect => {
    const found = stored.get(id)
    if (!found) throw new AppError('not_found', 'REDIRECT_NOT_FOUND', 'Redirect not found')
    return found
  }
  return {
    listRedirects: async ({ limit = 0, offset = 0, query = '' }) => {
      const all = [...stored.values()].filter(({ from }) => from.includes(query ?? ''))
      return { redirects: all.slice(offset, offset + limit), total: all.length }
    },
    createRedirect: async (input) => put(`redirect-${stored.size + 1}`, input as RedirectFields),
    updateRedirect: async ({ id = '', from, to, status }) => {
      const before = existing(id)
      return put(id, { from: from ?? before.from, to: to ?? before.to, status: status ?? before.status })
    },
    deleteRedirect: async ({ id = '' }) => {
      stored.delete(existing(id).id)
      return {}
    },
    importRedirects: async ({ redirects = [] }) => {
      const refused: { index: number; message: string }[] = []
      for (const [index, input] of redirects.entries())
        try {
          put(String(index), input as RedirectFields)
        } catch (error) {
          refused.push({ index, message: (error as Error).message })
        }
      return { created: redirects.length - refused.length, replaced: 0, unchanged: 0, refused }
    },
    checkPermalinks: async () => ({ moved: 1, examples: [{ from: '/a/', to: '/b/' }], collisions: 0 }),
    listFormerAddresses: async () => ({ entries: [] }),
    listAddresses: async ({ id = '' }) => ({ current: `/post/${id}/`, former: [`/post/old-${id}/`] }),
  }
}
