import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Hooks } from '@typecase/runtime/extensions'
import type { PageData } from '../../core/pages/planned.ts'
import type { SiteHooks } from '../../core/ports.ts'

/** Milliseconds of filtering after which the filters yield to the event loop. */
const yieldAfterMs = 10

export function extensionSiteHooks(hooks: Pick<Hooks, 'has' | 'filter' | 'act'>): SiteHooks {
  let since = performance.now()
  return {
    changesTemplateData: () => hooks.has('template_data'),
    async templateData(model, template) {
      if (performance.now() - since > yieldAfterMs) {
        await yieldToEventLoop()
        since = performance.now()
      }
      return hooks.filter('template_data', model, template, (answer) => fitFor(model, answer))
    },
    siteGenerated: (report) => hooks.act('site_generated', report, undefined),
  }
}

/**
 * Converts the answer to plain JSON, so that the digest covers all of it.
 * @throws TypeError if a value of the model is missing in the answer, or has another type there
 */
function fitFor(model: PageData, answer: PageData): PageData {
  const plain = JSON.parse(JSON.stringify(answer)) as Readonly<Record<string, unknown>> & PageData
  for (const [name, value] of Object.entries(model)) {
    if (value !== null && kindOf(plain[name]) !== kindOf(value))
      throw new TypeError(`${name} in the answer must be of type ${kindOf(value)}`)
  }
  return plain
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
