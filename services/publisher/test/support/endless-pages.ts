/** Pages that take longer to render than the time limits of the tests. */
import type { PlannedPage } from '../../src/core/pages/planned.ts'
import type { SourceTheme } from '../../src/core/ports.ts'
import { aSourceTheme } from './sites.ts'

const depth = 6
const each = (inner: string) => `{{#each @root.list}}${inner}{{/each}}`

/** Pages for which `isEndless` is false render immediately. */
export function endlessPages(
  count: number,
  isEndless: (at: number) => boolean = () => true,
): { readonly theme: SourceTheme; readonly pages: readonly PlannedPage[] } {
  const list = Array.from({ length: 400 }, (_, index) => index)
  const layout = Array.from({ length: depth }).reduce<string>(each, '')
  const pages = Array.from({ length: count }, (_, at) => ({
    type: 'page',
    number: at,
    path: `p${at}`,
    template: 'templates/layout.html',
    shared: [],
    about: { own: null, shows: [], summary: null },
    model: { list: isEndless(at) ? list : [] },
  }))
  return {
    theme: aSourceTheme({ 'templates/layout.html': layout }),
    pages: pages as unknown as readonly PlannedPage[],
  }
}
