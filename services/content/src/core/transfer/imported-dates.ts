/** Dates of an imported item (contract.md#import). Pure rules. */
import type { Problem } from '@typecase/kernel'
import type { JsonObject } from '../json.ts'
import { instantFrom } from '../schedule/schedule.ts'

export interface ImportedDates {
  readonly createdAt: Date | undefined
  readonly updatedAt: Date | undefined
}

/** Parses the dates of an import. Future dates count as absent, because the clock of the source was ahead. */
export function importedDates(
  metadata: JsonObject,
  now: Date,
): { readonly dates: ImportedDates; readonly errors: readonly Problem[] } {
  const errors: Problem[] = []
  const read = (name: keyof ImportedDates): Date | undefined => {
    const value = metadata[name] ?? undefined
    if (value === undefined) return undefined
    const instant = instantFrom(value)
    if (!instant)
      errors.push({
        path: `metadata.${name}`,
        message: `${name} must be an instant like 2025-01-31T08:00:00Z`,
      })
    return instant && instant <= now ? instant : undefined
  }
  return { dates: { createdAt: read('createdAt'), updatedAt: read('updatedAt') }, errors }
}
