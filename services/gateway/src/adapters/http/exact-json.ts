/** JSON parser that detects integers that a 64-bit float cannot represent exactly. */

/** Marks a number that JavaScript cannot represent exactly. */
export const inexact = Symbol('a number that would change')

/**
 * Parses JSON. Integers like 12345678901234567890 and numbers out of range become `inexact`. Fractions are
 * rounded.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return /\d[\d.]{15}|\de\+?\d{3}/i.test(text) ? parseWithSource(text, exactOrMark) : JSON.parse(text)
}

/** The types of TypeScript do not declare the third parameter of the reviver. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown

function exactOrMark(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  if (!Number.isFinite(value)) return inexact
  return Number.isInteger(value) && decimal(source) !== decimal(String(value)) ? inexact : value
}

/** Normalizes a number, so that all its spellings result in the same text. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutEndingZeros(digits)
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

/** Uses a loop, because `/0+$/` takes quadratic time. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
