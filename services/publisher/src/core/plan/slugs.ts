/** Slugs of taxonomy terms (D12.9): formed like those of posts (D4.2). */

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
}

/** A term whose name has nothing to spell in ASCII is named by its code points, so that no two of them share a page. */
export function termSlug(name: string): string {
  const spelled = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\u0080-\u{10ffff}]/gu, (letter) => letters[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200)
    .replace(/-+$/, '')
  if (spelled) return spelled
  const points = Array.from(name.normalize('NFC').trim(), (letter) => `u${letter.codePointAt(0)?.toString(16)}`)
  return points.slice(0, 20).join('-')
}
