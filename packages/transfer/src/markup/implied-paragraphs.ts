/**
 * Adds the paragraphs that classic WordPress content implies. An empty line starts a paragraph; other line
 * breaks become `<br>`.
 */

const blockTag =
  /^<\/?(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|legend|li|main|map|menu|nav|object|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|!--)\b/i
/** Elements in which empty lines start no paragraph. */
const verbatim = /<(pre|script|style|textarea|svg)\b[\s\S]*?<\/\1>/gi

export function impliedParagraphs(text: string): string {
  const stored: string[] = []
  const marked = text.replace(/\r\n?/g, '\n').replace(verbatim, (block) => {
    stored.push(block)
    return `\n\n\uE000${stored.length - 1}\uE000\n\n`
  })
  const separated = marked.replace(
    /(<\/?(?:blockquote|div|dl|figure|h[1-6]|hr|ol|p|section|table|ul)\b[^>]*>)/gi,
    (tag) => (tag.startsWith('</') || /^<hr/i.test(tag) ? `${tag}\n\n` : `\n\n${tag}`),
  )
  return separated
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => paragraph(part))
    .join('\n')
    .replace(/\uE000(\d+)\uE000/g, (_all, index: string) => stored[Number(index)] ?? '')
}

function paragraph(part: string): string {
  if (part.startsWith('\uE000') || blockTag.test(part)) return part
  return `<p>${part.replace(/(<br\s*\/?>)?\n/gi, '<br>\n')}</p>`
}
