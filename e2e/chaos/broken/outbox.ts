/**
 * Publishes events after the commit instead of recording them in the transaction of the change. The events
 * are lost if the process or NATS dies in between.
 */
import { randomUUID } from 'node:crypto'
import { wireType } from '@typecase/contracts/events'
import type { EventBus } from '@typecase/messaging/events'
import type { Logger } from '@typecase/runtime/log'
import type { ContentFact } from '../../../services/content/src/core/events.ts'
import type { ContentWriter } from '../../../services/content/src/core/ports.ts'
import { runBrokenContent } from './content.ts'

await runBrokenContent({
  store(good, bus, log) {
    const unrecorded = async <T>(
      work: (tx: ContentWriter) => Promise<T>,
      write: (work: (tx: ContentWriter) => Promise<T>) => Promise<T>,
    ) => {
      let facts: ContentFact[] = []
      const result = await write((tx) => {
        facts = []
        return work({ ...tx, record: async (fact) => void facts.push(fact) })
      })
      void publish(facts, bus, log)
      return result
    }
    return {
      ...good,
      write: (work) => unrecorded(work, good.write),
      async writeOnce(claim, work) {
        let replayed = false
        const answer = await unrecorded(work, async (inner) => {
          const once = await good.writeOnce(claim, inner)
          replayed = once.replayed
          return once.answer
        })
        return { answer, replayed }
      },
    }
  },
})

async function publish(facts: readonly ContentFact[], bus: EventBus, log: Logger): Promise<void> {
  for (const { type, entity, revision, data } of facts) {
    const event = {
      ...{
        specversion: '1.0' as const,
        id: randomUUID(),
        source: '/typecase/content',
        type: wireType(type),
        subject: entity,
      },
      ...{
        time: new Date().toISOString(),
        datacontenttype: 'application/json' as const,
        traceparent: '',
        revision,
        data: { ...data },
      },
    }
    await bus
      .publish(event, { subject: `typecase.${type}` })
      .catch((error: unknown) => log.warn({ error }, 'an event was lost'))
  }
}
