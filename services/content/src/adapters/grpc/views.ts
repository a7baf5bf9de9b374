import type { View } from '../../core/list-input.ts'

/** How much of the content a list is to show. */
export const viewFrom = (view: 'FULL' | 'NONE' | 'SUMMARY'): View =>
  view === 'NONE' ? 'none' : view === 'SUMMARY' ? 'summary' : 'full'
