/**
 * Leading bytes of a file type. `text` matches if no other signature does and all bytes can occur in text.
 */
export type Signature =
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'avif'
  | 'ico'
  | 'pdf'
  | 'rtf'
  | 'ole'
  | 'zip'
  | 'epub'
  | 'openxml-word'
  | 'openxml-sheet'
  | 'openxml-slides'
  | 'odf-text'
  | 'odf-sheet'
  | 'odf-slides'
  | 'text'

/** Number of leading bytes that are inspected. */
export const headLength = 4096

/** True if a file with these leading bytes may have the signature. */
export function beginsAs(signature: Signature, head: Uint8Array): boolean {
  return tests[signature](head)
}

/** True if any byte cannot occur in text. NUL cannot, so UTF-16 is rejected. */
export function hasBinary(bytes: Uint8Array): boolean {
  // Uses a table, because it is several times as fast as a set and every byte of a text file is checked.
  for (let at = 0; at < bytes.length; at++) if (isBinary[bytes[at] ?? 0] === 1) return true
  return false
}

const textControls = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]
const isBinary = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && !textControls.includes(byte)) || byte === 0x7f ? 1 : 0,
)

const ascii = (head: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...head.subarray(from, from + length))
const starts = (head: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)

const isZip = (head: Uint8Array) => starts(head, 0x50, 0x4b, 0x03, 0x04)
const isAnyZip = (head: Uint8Array) => isZip(head) || starts(head, 0x50, 0x4b, 0x05, 0x06)

/** OpenDocument and EPUB begin with an uncompressed entry `mimetype`. */
const mimetypeEntry = (type: string) => (head: Uint8Array) =>
  isZip(head) && ascii(head, 30, 8) === 'mimetype' && ascii(head, 38, type.length) === type

const openXmlFolders = ['word/', 'xl/', 'ppt/'] as const
const openXmlFirst = ['[Content_Types].xml', '_rels/', 'docProps/', 'customXml/', 'theme/', ...openXmlFolders]

/** True for an OpenXML package, unless the entries in `head` belong to another kind of document. */
const openXml = (folder: (typeof openXmlFolders)[number]) => (head: Uint8Array) => {
  const names = isZip(head) ? entryNames(head) : []
  const [first] = names
  if (first === undefined || !openXmlFirst.some((start) => first.startsWith(start))) return false
  const seen = openXmlFolders.filter((known) => names.some((name) => name.startsWith(known)))
  return seen.length === 0 || seen.includes(folder)
}

function entryNames(head: Uint8Array): string[] {
  const names: string[] = []
  for (let at = 0; at + 30 < head.length; at++) {
    if (!starts(head.subarray(at, at + 4), 0x50, 0x4b, 0x03, 0x04)) continue
    names.push(ascii(head, at + 30, (head[at + 26] ?? 0) + 256 * (head[at + 27] ?? 0)))
  }
  return names
}

/** True if the first box lists the brand `avif` or `avis`. */
function isAvif(head: Uint8Array): boolean {
  if (ascii(head, 4, 4) !== 'ftyp') return false
  const size = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0)
  const brands = [ascii(head, 8, 4)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(ascii(head, at, 4))
  return brands.includes('avif') || brands.includes('avis')
}

/** True for image type 1 (icon) and at least one entry. The reserved byte of the first entry must be zero. */
const isIcon = (head: Uint8Array) =>
  starts(head, 0, 0, 1, 0) && (head[4] ?? 0) + 256 * (head[5] ?? 0) > 0 && head[9] === 0 && head.length >= 22

const binary: Readonly<Record<Exclude<Signature, 'text'>, (head: Uint8Array) => boolean>> = {
  jpeg: (head) => starts(head, 0xff, 0xd8, 0xff),
  png: (head) => starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  gif: (head) => ['GIF87a', 'GIF89a'].includes(ascii(head, 0, 6)),
  webp: (head) => ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP',
  avif: isAvif,
  ico: isIcon,
  pdf: (head) => ascii(head, 0, 5) === '%PDF-',
  rtf: (head) => ascii(head, 0, 5) === '{\\rtf',
  ole: (head) => starts(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  zip: isAnyZip,
  epub: mimetypeEntry('application/epub+zip'),
  'openxml-word': openXml('word/'),
  'openxml-sheet': openXml('xl/'),
  'openxml-slides': openXml('ppt/'),
  'odf-text': mimetypeEntry('application/vnd.oasis.opendocument.text'),
  'odf-sheet': mimetypeEntry('application/vnd.oasis.opendocument.spreadsheet'),
  'odf-slides': mimetypeEntry('application/vnd.oasis.opendocument.presentation'),
}

const tests: Readonly<Record<Signature, (head: Uint8Array) => boolean>> = {
  ...binary,
  text: (head) => !hasBinary(head) && !Object.values(binary).some((test) => test(head)),
}
