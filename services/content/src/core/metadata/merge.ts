import { type JsonObject, type JsonValue, sameJson } from '../json.ts'

/** Omits fields that are stored elsewhere, set by the service, or read-only (contract.md#post-identity). */
export const omitFields = (metadata: JsonObject, elsewhere: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !elsewhere.has(name)))

/**
 * Merges a change: an absent field stays, null clears, other values replace the field
 * (contract.md#partial-updates).
 */
export const mergeMetadata = (before: JsonObject, change: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(
      ([name, value]) => value !== null || !Object.hasOwn(change, name),
    ),
  )

/** Names of the fields that differ. */
export const changedNames = (
  before: Readonly<Record<string, JsonValue>>,
  after: Readonly<Record<string, JsonValue>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  )
