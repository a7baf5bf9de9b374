import type { RedirectStore } from '../../src/core/redirects/redirect-store.ts'
import type { GenerationLedger } from '../../src/core/releases/generation-ledger.ts'
import type { AddressStore, KnownAddresses, MovedEntry, Redirect } from '../../src/core/site/redirects.ts'

export function memoryRedirectStore(ledger: Pick<GenerationLedger, 'request'>): RedirectStore {
  let redirects: readonly Redirect[] = []
  let last: Promise<unknown> = Promise.resolve()
  return {
    async list({ limit, offset, text }) {
      const matching = redirects.filter(({ from, to }) => `${from}\n${to ?? ''}`.includes(text))
      return { items: matching.slice(offset, offset + limit), total: matching.length }
    },
    all: async () => redirects,
    change(work) {
      const run = async () => {
        const map = new Map(redirects.map((redirect) => [redirect.id, redirect]))
        const done = await work({
          all: async () => [...map.values()],
          put: async (redirect) => void map.set(redirect.id, redirect),
          delete: async (id) => void map.delete(id),
          ledger,
        })
        redirects = [...map.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
        return done
      }
      const result = last.then(run)
      last = result.catch(() => undefined)
      return result
    },
  }
}

export function memoryAddressStore(): AddressStore & { readonly moved: MovedEntry[] } {
  const rows = new Map<string, { readonly entry: string; isCurrent: boolean }>()
  const moved: MovedEntry[] = []
  let known: KnownAddresses = { current: new Map(), former: new Map() }
  return {
    moved,
    known: async () => known,
    async record(moves) {
      for (const row of rows.values())
        if (moves.some(({ entry }) => entry === row.entry)) row.isCurrent = false
      for (const { entry, to } of moves) rows.set(to, { entry, isCurrent: true })
      moved.push(...moves.filter(({ from }) => from !== undefined))
      const current = new Map<string, string>()
      const former = new Map<string, string>()
      for (const [path, { entry, isCurrent }] of rows)
        if (isCurrent) current.set(entry, path)
        else former.set(path, entry)
      known = { current, former }
    },
  }
}
