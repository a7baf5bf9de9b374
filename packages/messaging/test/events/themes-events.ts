import type { CloudEvent } from '@typecase/contracts/events'
import { uuidv7 } from '@typecase/runtime/postgres'

/** An event of the themes service: the menu now has `items` items. */
export const menuChanged = (entity: string, revision: number, items: number): CloudEvent => ({
  specversion: '1.0',
  id: uuidv7(),
  source: '/typecase/themes',
  type: 'typecase.themes.menu.changed.v1',
  subject: `menu:${entity}`,
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  revision,
  data: { items },
})

/** Deterministic random numbers. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
