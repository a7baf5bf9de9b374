/** Renders the pages of a task that another publisher offers. */

import type { Turns } from '@typecase/kernel'
import type { Task } from '@typecase/messaging/work-queue'
import { counter } from '@typecase/runtime/telemetry'
import type { Renderer } from '../../core/ports.ts'
import { type Frame, packRendered, type Rendered, unpackFrame, unpackPages } from './wire.ts'

const rendered = counter(
  'typecase_pages_rendered_total',
  'Pages of generations, by who rendered them for whom',
  ['share'],
)

export function rendererForOthers({ local, turn }: { readonly local: Renderer; readonly turn: Turns }) {
  let last: { readonly job: string; readonly frame: Promise<Frame> } | undefined

  function frameOf({ job, frame }: Task): Promise<Frame> {
    if (last?.job === job) return last.frame
    const known = { job, frame: frame().then(unpackFrame) }
    last = known
    known.frame.catch(() => {
      if (last === known) last = undefined
    })
    return known.frame
  }

  return async (task: Task): Promise<Uint8Array> => {
    const [frame, pages] = await Promise.all([frameOf(task), unpackPages(task.input)])
    const places = new Map(pages.map((page, index) => [page, index]))
    const done: Rendered['done'][number][] = []
    const faults = await turn(async () => {
      await local.prepare(frame.theme)
      return await local.render({
        ...frame,
        pages,
        signal: task.signal,
        done: async (some) => {
          for (const { page, ...rest } of some) done.push([places.get(page) ?? 0, rest])
        },
      })
    })
    rendered.inc({ share: 'for others' }, done.length)
    return await packRendered({ done, faults })
  }
}
