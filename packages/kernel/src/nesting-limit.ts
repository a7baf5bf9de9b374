/** Levels that a body may nest; nobody writes half as many (docs/decisions/0008). */
export const nestingLimit = 100
