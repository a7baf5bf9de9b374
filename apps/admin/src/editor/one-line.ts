/** Replaces line breaks and the blanks around them with one blank. */
export function oneLine(text: string): string {
  const [first = '', ...rest] = text.split(/[\r\n\u2028\u2029]/)
  if (rest.length === 0) return first
  const last = rest.pop() ?? ''
  const between = rest.map((line) => line.trim()).filter((line) => line !== '')
  return [first.trimEnd(), ...between, last.trimStart()].join(' ')
}
