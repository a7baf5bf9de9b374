/** Maximum nesting of a body; real texts use less than half (docs/decisions/0008). */
export const nestingLimit = 100
