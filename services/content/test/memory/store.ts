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
import { cloned, copyOf, emptyState, type State } from './state.ts'
import { memoryTransferReader } from './transfer.ts'

export type MemoryContentStore = ContentStore & {
  /** Every committed event, in order. */
  facts(): readonly ContentFact[]
}

/** A content store in memory, for tests. It runs one transaction at a time. */
export function memoryContentStore(): MemoryContentStore {
  let state = emptyState()
  let previous: Promise<unknown> = Promise.resolve()
  const running = new Set<string>()

  function serially<T>(work: (draft: State) => Promise<T>): Promise<T> {
    const turn = previous.then(async () => {
      const draft = copyOf(state)
      const result = await work(draft)
      state = draft
      return result
    })
    previous = turn.catch(() => undefined)
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
      return await serially(async (draft) => {
        const stored = draft.claims.get(name)
        if (stored && claim.at.getTime() - stored.claim.at.getTime() < claimLifeMs) {
          if (stored.claim.fingerprint !== claim.fingerprint) throw idempotencyMismatch()
          return { answer: stored.answer, replayed: true }
        }
        const answer = await work(writerOf(draft))
        draft.claims.set(name, { claim, answer: cloned(answer) })
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
      settings: async () => cloned(state.settings),
    },
    write: (work) => serially((draft) => work(writerOf(draft))),
    changePost: (change) => serially((draft) => storeWrite(postRules, writerOf(draft), change)),
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
  lockSettings: async () => cloned(draft.settings),
  saveSettings: async (settings) => {
    draft.settings = cloned(settings)
  },
  record: async (fact) => {
    draft.facts.push(cloned(fact))
  },
})

async function* itemsByKey({ posts, pages }: State, keys: readonly ItemKey[]): AsyncGenerator<ContentItem> {
  for (const { type, id } of keys) {
    const [post, page] = type === 'post' ? [posts.get(id)] : [undefined, pages.get(id)]
    if (post) yield { post: cloned(post) }
    if (page) yield { page: cloned(page) }
  }
}

async function* itemsOf({ posts, pages, settings }: State): AsyncGenerator<ContentItem> {
  for (const post of posts.values()) yield { post: cloned(post) }
  for (const page of pages.values()) yield { page: cloned(page) }
  yield { settings: cloned(settings) }
}
