/** Lists and changes the redirects of administrators (contract.md#redirects). Each change queues a build. */
import { type Actor, isAppError, type PageOf, redirectKey, requireAdmin } from '@typecase/kernel'
import type { PublisherPorts } from '../ports.ts'
import { noteChanges } from '../reports/note-changes.ts'
import type { Redirect, RedirectRule } from '../site/redirects.ts'
import { byKey, checkedRule, type RedirectInput, redirectNotFound } from './redirect-rules.ts'
import type { RedirectChanges, RedirectQuery } from './redirect-store.ts'

const listedAtMost = 1_000

export interface ImportedRedirects {
  readonly created: number
  readonly replaced: number
  readonly unchanged: number
  readonly refused: readonly { readonly index: number; readonly message: string }[]
}

type Ports = Pick<PublisherPorts, 'redirects' | 'clock' | 'newId' | 'wake'>

export const manageRedirects = (ports: Ports) => {
  const { redirects } = ports
  const { stored, changed, save, requestBuild } = editing(ports)

  return {
    async list(actor: Actor, { limit, offset, text }: RedirectQuery): Promise<PageOf<Redirect>> {
      requireAdmin(actor)
      return redirects.list({ limit: Math.min(limit, listedAtMost), offset, text })
    },

    /** @throws VALIDATION_ERROR or DUPLICATE_REDIRECT */
    create: (actor: Actor, input: RedirectInput): Promise<Redirect> =>
      changed(actor, async (changes) =>
        save(changes, stored(checkedRule(input, undefined, byKey(await changes.all())))),
      ),

    /** @throws REDIRECT_NOT_FOUND, VALIDATION_ERROR or DUPLICATE_REDIRECT */
    update: (actor: Actor, id: string, input: RedirectInput): Promise<Redirect> =>
      changed(actor, async (changes) => {
        const all = await changes.all()
        const before = all.find((one) => one.id === id)
        if (!before) throw redirectNotFound()
        return save(changes, stored(checkedRule(input, before, byKey(all, id)), before))
      }),

    /** @throws REDIRECT_NOT_FOUND */
    delete: (actor: Actor, id: string): Promise<void> =>
      changed(actor, async (changes) => {
        if (!(await changes.all()).some((one) => one.id === id)) throw redirectNotFound()
        await changes.delete(id)
        await requestBuild(changes.ledger)
      }),

    /** Replaces redirects with the same `from`. */
    import: (actor: Actor, inputs: readonly RedirectInput[]): Promise<ImportedRedirects> =>
      changed(actor, async (changes) => {
        const imported = importedInto(byKey(await changes.all()), inputs, stored)
        for (const redirect of imported.changed) await changes.put(redirect)
        if (imported.counts.created + imported.counts.replaced > 0) await requestBuild(changes.ledger)
        return { ...imported.counts, refused: imported.refused }
      }),
  }
}

function editing({ redirects, clock, newId, wake }: Ports) {
  const requestBuild = noteChanges({ clock, newId })
  return {
    requestBuild,
    stored(rule: RedirectRule, before?: Redirect): Redirect {
      const now = clock()
      return { ...rule, id: before?.id ?? newId(), createdAt: before?.createdAt ?? now, updatedAt: now }
    },
    async changed<T>(actor: Actor, work: (changes: RedirectChanges) => Promise<T>): Promise<T> {
      requireAdmin(actor)
      const result = await redirects.change(work)
      wake()
      return result
    },
    async save(changes: RedirectChanges, redirect: Redirect): Promise<Redirect> {
      await changes.put(redirect)
      await requestBuild(changes.ledger)
      return redirect
    },
  }
}

/** Applies the inputs to the stored redirects, in order. */
function importedInto(
  known: Map<string, Redirect>,
  inputs: readonly RedirectInput[],
  stored: (rule: RedirectRule, before?: Redirect) => Redirect,
) {
  const counts = { created: 0, replaced: 0, unchanged: 0 }
  const refused: { readonly index: number; readonly message: string }[] = []
  const changed = new Map<string, Redirect>()
  for (const [index, input] of inputs.entries()) {
    const key = redirectKey(input.from?.trim() ?? '')
    const before = known.get(key)
    known.delete(key)
    const rule = ruleOrMessage(input, known)
    if (typeof rule === 'string') {
      if (before) known.set(key, before)
      refused.push({ index, message: rule })
      continue
    }
    const isSame = before?.to === rule.to && before?.status === rule.status
    const redirect = isSame && before ? before : stored(rule, before)
    known.set(key, redirect)
    if (redirect !== before) changed.set(redirect.id, redirect)
    counts[redirect === before ? 'unchanged' : before ? 'replaced' : 'created'] += 1
  }
  return { counts, refused, changed: changed.values() }
}

function ruleOrMessage(input: RedirectInput, known: ReadonlyMap<string, Redirect>): RedirectRule | string {
  try {
    return checkedRule(input, undefined, known)
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.problems[0]?.message ?? error.message
  }
}
