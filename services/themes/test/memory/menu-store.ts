import type { MenuFact } from '../../src/core/events.ts'
import type { Menu } from '../../src/core/menu/menu.ts'
import type { MenuStore } from '../../src/core/ports.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** In-memory menu for tests. `facts` returns the recorded events. */
export function memoryMenuStore(): MenuStore & { facts(): readonly MenuFact[] } {
  let menu: Menu = { items: [], revision: 0 }
  let facts: readonly MenuFact[] = []
  const serially = oneAtATime()
  return {
    read: async () => menu,
    facts: () => facts,
    write: (work) =>
      serially(async () => {
        const draft = { menu, facts: [...facts] }
        const result = await work({
          readForUpdate: async () => draft.menu,
          save: async (changed) => {
            draft.menu = changed
          },
          record: async (fact) => {
            draft.facts.push(fact)
          },
        })
        menu = draft.menu
        facts = draft.facts
        return result
      }),
  }
}
