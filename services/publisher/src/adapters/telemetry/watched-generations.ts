/** Metrics and traces of generations. */
import { serviceActor } from '@typecase/kernel'
import { type CallContext, childTraceparent, newContext, runInContext } from '@typecase/runtime/context'
import { counter, histogram } from '@typecase/runtime/telemetry'
import { beginSpan, type OpenSpan } from '@typecase/runtime/tracing'
import type { PublisherPorts } from '../../core/ports.ts'
import type { DueGeneration, Generation } from '../../core/releases/generation.ts'
import type { GenerationEnd, GenerationLedger } from '../../core/releases/generation-ledger.ts'

interface Running {
  readonly id: string
  readonly trigger: Generation['trigger']
  readonly traceparent: string
  readonly span: OpenSpan | undefined
  startedAt?: Date
  planningSince?: number | undefined
}

/** Seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

export class WatchedGenerations {
  readonly #seconds = histogram(
    'typecase_generation_seconds',
    'Duration of generations, by trigger and outcome',
    ['trigger', 'outcome'],
    buckets,
  )
  readonly #pages = counter('typecase_generation_pages_written_total', 'Pages that generations wrote')
  readonly #context: CallContext
  #running: Running | undefined

  constructor() {
    // Starts the series at 0, so that the first failure counts as an increase.
    for (const trigger of ['manual', 'event'] as const)
      for (const outcome of ['succeeded', 'failed']) this.#seconds.zero({ trigger, outcome })
    const idle = newContext({ actor: serviceActor('publisher') })
    const running = () => this.#running
    this.#context = {
      get requestId() {
        return running()?.id ?? idle.requestId
      },
      get traceparent() {
        return running()?.traceparent ?? idle.traceparent
      },
      actor: idle.actor,
    }
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return runInContext(this.#context, work).finally(() => this.#end('interrupted'))
  }

  ports<P extends Pick<PublisherPorts, 'ledger' | 'source' | 'renderer'>>(ports: P): P {
    const { ledger, source, renderer } = ports
    return {
      ...ports,
      ledger: this.#ledger(ledger),
      source: { ...source, siteContext: (signal) => this.#step('load', () => source.siteContext(signal)) },
      renderer: {
        ...renderer,
        prepare: async (theme) => {
          const templates = await renderer.prepare(theme)
          if (this.#running) this.#running.planningSince = Date.now()
          return templates
        },
        render: (job) => this.#step('render', () => renderer.render(job)),
      },
    }
  }

  #ledger(ledger: GenerationLedger): GenerationLedger {
    return {
      ...ledger,
      progress: async (...given) => {
        this.#planned()
        return ledger.progress(...given)
      },
      next: async (now) => {
        const next = await ledger.next(now)
        if (next && 'generation' in next) this.#begin(next)
        return next
      },
      whileRunning: (run, work) => ledger.whileRunning(run, () => this.#step('activate', work)),
      finish: async (run, result) => {
        await ledger.finish(run, result)
        this.#finished(result)
      },
      start: async (id, options, at) => {
        if (this.#running) this.#running.startedAt = at
        return ledger.start(id, options, at)
      },
      postpone: async (...given) => {
        await ledger.postpone(...given)
        this.#end('postponed')
      },
      drop: async (id) => {
        await ledger.drop(id)
        this.#end('dropped')
      },
    }
  }

  #begin({ generation: { id, trigger }, traceparent: parent }: DueGeneration): void {
    const span = beginSpan('generate the site', 'internal', parent, {
      'typecase.generation.id': id,
      'typecase.generation.trigger': trigger,
    })
    const traceparent = span?.traceparent ?? childTraceparent(parent ?? '')
    this.#running = { id, trigger, span, traceparent }
  }

  #planned(): void {
    if (this.#running?.planningSince === undefined) return
    const { traceparent, planningSince } = this.#running
    beginSpan('plan', 'internal', traceparent, {}, planningSince)?.end()
    this.#running.planningSince = undefined
  }

  async #step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const span = beginSpan(name, 'internal', this.#running?.traceparent)
    try {
      return await work()
    } finally {
      span?.end()
    }
  }

  #finished({ state, finishedAt, pagesWritten }: GenerationEnd): void {
    if (this.#running) {
      const { trigger, startedAt = finishedAt } = this.#running
      const seconds = (finishedAt.getTime() - startedAt.getTime()) / 1000
      this.#seconds.observe({ trigger, outcome: state }, seconds)
      this.#pages.inc(pagesWritten)
    }
    this.#end(state, state === 'failed' ? 'GENERATION_FAILED' : undefined)
  }

  #end(outcome: string, errorCode?: string): void {
    this.#running?.span?.end({ attributes: { 'typecase.generation.outcome': outcome }, errorCode })
    this.#running = undefined
  }
}
