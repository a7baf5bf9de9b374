import { ChangeServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import { type ChangeFeed, streamChanges } from '../../core/changes.ts'

export const changeHandlers = (feed: ChangeFeed) => {
  const stream = streamChanges(feed)
  return implement(ChangeServiceDef, {
    streamChanges: async function* ({ cursor }, { actor }) {
      for await (const { changes, cursor: next } of stream(actor, cursor))
        yield { changes: [...changes], cursor: next }
    },
  })
}
