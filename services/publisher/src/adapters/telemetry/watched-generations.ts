/** Metrics and traces of generations. */
import { serviceActor } from '@typecase/kernel'
import { type CallContext, childTraceparent, newContext, runInContext } from '@typecase/runtime/context'
import { counter, histogram } from '@typecase/runtime/telemetry'
import { beginSpan, type OpenSpan } from '@typecase/runtime/tracing'
import type { PublisherPorts } from '../../core/ports.ts'
import type { DueGeneration, Generation } from '../../core/releases/generation.ts'
import type { GenerationEnd, GenerationLedger } from '../../core/releases/generation-ledger.ts'

export interface WatchedGenerations {
  ports<P extends Pick<PublisherPorts, 'ledger' | 'source' | 'renderer'>>(ports: P): P
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Running {
  readonly id: string
  readonly trigger: Generation['trigger']
  readonly traceparent: string
  readonly span: OpenSpan | undefined
  startedAt?: Date
  planningSince?: number
}

/** Seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

export function watchedGenerations(): WatchedGenerations {
  const seconds = histogram(
    'typecase_generation_seconds',
    'Generations of the site, by their end',
    ['trigger', 'outcome'],
    buckets,
  )
  const pages = counter('typecase_generation_pages_written_total', 'Pages that generations wrote')
  // Zero series, so that alerts see the first failure.
  for (const trigger of ['manual', 'event'] as const)
    for (const outcome of ['succeeded', 'failed']) seconds.zero({ trigger, outcome })
  let running: Running | undefined

  const idle = newContext({ actor: serviceActor('publisher') })
  const context: CallContext = {
    get requestId() {
      return running?.id ?? idle.requestId
    },
    get traceparent() {
      return running?.traceparent ?? idle.traceparent
    },
    actor: idle.actor,
  }

  function begin({ generation: { id, trigger }, traceparent: parent }: DueGeneration): void {
    const span = beginSpan('generate the site', 'internal', parent, {
      'typecase.generation.id': id,
      'typecase.generation.trigger': trigger,
    })
    running = { id, trigger, span, traceparent: span?.traceparent ?? childTraceparent(parent ?? '') }
  }
  function end(outcome: string, errorCode?: string): void {
    running?.span?.end({ attributes: { 'typecase.generation.outcome': outcome }, errorCode })
    running = undefined
  }
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const span = beginSpan(name, 'internal', running?.traceparent)
    try {
      return await work()
    } finally {
      span?.end()
    }
  }

  function planned(): void {
    if (running?.planningSince === undefined) return
    beginSpan('plan', 'internal', running.traceparent, {}, running.planningSince)?.end()
    delete running.planningSince
  }

  const watchedLedger = (ledger: GenerationLedger): GenerationLedger => ({
    ...ledger,
    async progress(...given) {
      planned()
      return ledger.progress(...given)
    },
    async next(now) {
      const next = await ledger.next(now)
      if (next && 'generation' in next) begin(next)
      return next
    },
    whileRunning: (run, work) => ledger.whileRunning(run, () => step('activate', work)),
    async finish(run, result: GenerationEnd) {
      await ledger.finish(run, result)
      if (running) {
        const { trigger, startedAt = result.finishedAt } = running
        seconds.observe(
          { trigger, outcome: result.state },
          (result.finishedAt.getTime() - startedAt.getTime()) / 1000,
        )
        pages.inc(result.pagesWritten)
      }
      end(result.state, result.state === 'failed' ? 'GENERATION_FAILED' : undefined)
    },
    async start(id, options, at) {
      if (running) running.startedAt = at
      return ledger.start(id, options, at)
    },
    async postpone(...given) {
      await ledger.postpone(...given)
      end('postponed')
    },
    async drop(id) {
      await ledger.drop(id)
      end('dropped')
    },
  })

  return {
    ports: (ports) => ({
      ...ports,
      ledger: watchedLedger(ports.ledger),
      source: {
        ...ports.source,
        siteContext: (signal) => step('load', () => ports.source.siteContext(signal)),
      },
      renderer: {
        ...ports.renderer,
        async prepare(theme) {
          const templates = await ports.renderer.prepare(theme)
          if (running) running.planningSince = Date.now()
          return templates
        },
        render: (job) => step('render', () => ports.renderer.render(job)),
      },
    }),
    run: (work) => runInContext(context, work).finally(() => end('interrupted')),
  }
}
