/** JSON whose whole numbers keep their value. */

/** Stands where the text has a number that no number of JavaScript is. */
export const inexact = Symbol('a number that would change')

/**
 * What the text means, with `inexact` for each whole number that would be answered as another one, such as
 * 12345678901234567890, and for what is beyond all numbers. A fraction is the nearest number of 64 bits.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return /\d[\d.]{15}|\de\+?\d{3}/i.test(text) ? parseWithSource(text, exactOrMark) : JSON.parse(text)
}

/** TypeScript does not know of the third parameter yet. */
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown

function exactOrMark(_key: string, value: unknown, { source = '' }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  if (!Number.isFinite(value)) return inexact
  return Number.isInteger(value) && decimal(source) !== decimal(String(value)) ? inexact : value
}

/** The same text for all spellings of one number. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutEndingZeros(digits)
  return `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`
}

/** A loop: `/0+$/` starts again at every zero, which takes quadratic time. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
