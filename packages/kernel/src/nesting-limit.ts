/** Maximum levels of nesting in a body. Real texts have fewer than half as many (docs/decisions/0008). */
export const nestingLimit = 100
