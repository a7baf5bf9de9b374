import type { RedirectInput as RedirectMessage } from '@typecase/contracts/messages'
import { RedirectServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import { implement } from '@typecase/runtime/grpc'
import type { PublisherApp } from '../../core/app.ts'
import type { Redirect } from '../../core/site/redirects.ts'

export const redirectService = ({
  redirects,
  listAddresses,
  listFormerAddresses,
  checkPermalinks,
}: PublisherApp) =>
  implement(RedirectServiceDef, {
    listRedirects: async ({ limit, offset, query = '' }, { actor }) => {
      const { items, total } = await redirects.list(actor, { limit, offset, text: query })
      return { redirects: items.map(toMessage), total }
    },
    createRedirect: async (input, { actor }) => toMessage(await redirects.create(actor, input)),
    updateRedirect: async ({ id, ...input }, { actor }) =>
      toMessage(await redirects.update(actor, id, input)),
    deleteRedirect: async ({ id }, { actor }) => {
      await redirects.delete(actor, id)
      return {}
    },
    importRedirects: async ({ redirects: inputs }, { actor }) => {
      const { refused, ...counts } = await redirects.import(actor, inputs)
      return { ...counts, refused: refused.map((one) => ({ ...one })) }
    },
    checkPermalinks: async (given, { actor, signal }) => {
      const { examples, ...counts } = await checkPermalinks(actor, given, signal)
      return { ...counts, examples: examples.map((one) => ({ ...one })) }
    },
    listAddresses: async ({ type, id }, { actor }) => {
      const { current, former } = await listAddresses(actor, { type: typeOf(type), id })
      return { current, former: [...former] }
    },
    listFormerAddresses: async ({ entries }, { actor }) => {
      const keys = entries.map(({ type, id }) => ({ type: typeOf(type), id }))
      const found = await listFormerAddresses(actor, keys)
      return { entries: found.map(({ paths, ...key }) => ({ ...key, paths: [...paths] })) }
    },
  })

const typeOf = (type: string): 'page' | 'post' => (type === 'page' ? 'page' : 'post')

const toMessage = ({ id, from, to, status, createdAt, updatedAt }: Redirect): RedirectMessage => ({
  id,
  from,
  to: to ?? undefined,
  status,
  createdAt: toTimestamp(createdAt),
  updatedAt: toTimestamp(updatedAt),
})
