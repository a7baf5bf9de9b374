import { idempotencyInProgress, idempotencyMismatch } from '../../src/core/errors.ts'
import type { ContentFact } from '../../src/core/events.ts'
import { storeWrite } from '../../src/core/items/write-item.ts'
import type { JsonObject } from '../../src/core/json.ts'
import {
  type Claim,
  type ContentItem,
  type ContentStore,
  type ContentWriter,
  claimLifeMs,
  type ItemKey,
} from '../../src/core/ports.ts'
import { postRules } from '../../src/core/posts/post-rules.ts'
import { memoryPageReader, memoryPageWriter } from './pages.ts'
import { memoryPostReader, memoryPostWriter } from './posts.ts'
import { copied, copyOf, emptyState, type State } from './state.ts'
import { memoryTransferReader } from './transfer.ts'

export type MemoryContentStore = ContentStore & {
  /** All committed events, in order. */
  facts(): readonly ContentFact[]
}

/** Content in the memory of the process: one transaction at a time. For tests. */
export function memoryContentStore(): MemoryContentStore {
  let state = emptyState()
  let last: Promise<unknown> = Promise.resolve()
  const running = new Set<string>()

  function inTurn<T>(work: (draft: State) => Promise<T>): Promise<T> {
    const turn = last.then(async () => {
      const draft = copyOf(state)
      const result = await work(draft)
      state = draft
      return result
    })
    last = turn.catch(() => undefined)
    return turn
  }

  async function once(
    claim: Claim,
    work: (tx: ContentWriter) => Promise<JsonObject>,
  ): Promise<{ answer: JsonObject; replayed: boolean }> {
    const name = JSON.stringify([claim.owner, claim.route, claim.key])
    if (running.has(name)) throw idempotencyInProgress()
    running.add(name)
    try {
      return await inTurn(async (draft) => {
        const known = draft.claims.get(name)
        if (known && claim.at.getTime() - known.claim.at.getTime() < claimLifeMs) {
          if (known.claim.fingerprint !== claim.fingerprint) throw idempotencyMismatch()
          return { answer: known.answer, replayed: true }
        }
        const answer = await work(writerOf(draft))
        draft.claims.set(name, { claim, answer: copied(answer) })
        return { answer, replayed: false }
      })
    } finally {
      running.delete(name)
    }
  }

  return {
    read: {
      posts: memoryPostReader(() => state),
      pages: memoryPageReader(() => state),
      transfer: memoryTransferReader(() => state),
      settings: async () => copied(state.settings),
    },
    write: (work) => inTurn((draft) => work(writerOf(draft))),
    changePost: (change) => inTurn((draft) => storeWrite(postRules, writerOf(draft), change)),
    writeOnce: once,
    snapshot: () => itemsOf(state),
    items: (keys) => itemsByKey(state, keys),
    position: async () => state.facts.length,
    facts: () => state.facts,
  }
}

const writerOf = (draft: State): ContentWriter => ({
  posts: memoryPostWriter(draft),
  pages: memoryPageWriter(draft),
  lockSettings: async () => copied(draft.settings),
  saveSettings: async (settings) => {
    draft.settings = copied(settings)
  },
  record: async (fact) => {
    draft.facts.push(copied(fact))
  },
})

async function* itemsByKey({ posts, pages }: State, keys: readonly ItemKey[]): AsyncGenerator<ContentItem> {
  for (const { type, id } of keys) {
    const [post, page] = type === 'post' ? [posts.get(id)] : [undefined, pages.get(id)]
    if (post) yield { post: copied(post) }
    if (page) yield { page: copied(page) }
  }
}

async function* itemsOf({ posts, pages, settings }: State): AsyncGenerator<ContentItem> {
  for (const post of posts.values()) yield { post: copied(post) }
  for (const page of pages.values()) yield { page: copied(page) }
  yield { settings: copied(settings) }
}
