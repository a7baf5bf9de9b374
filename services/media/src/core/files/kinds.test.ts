import { describe, expect, test } from 'vitest'
import { fileKinds, kindOf, requireSignature } from './kinds.ts'
import { beginsAs, hasBinary, type Signature } from './signatures.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const zipEntry = (name: string, content = '') =>
  bytes('PK', [3, 4], Array<number>(22).fill(0), [name.length, 0, 0, 0], name, content)

const heads: Readonly<Record<Signature, Uint8Array>> = {
  jpeg: bytes([0xff, 0xd8, 0xff, 0xe0]),
  png: bytes([0x89], 'PNG\r\n', [0x1a, 0x0a]),
  gif: bytes('GIF89a', [1, 0]),
  webp: bytes('RIFF', [4, 0, 0, 0], 'WEBPVP8 '),
  avif: bytes([0, 0, 0, 20], 'ftypmif1', [0, 0, 0, 0], 'avif'),
  ico: bytes([0, 0, 1, 0, 1, 0, 16, 16, 0, 0], Array<number>(12).fill(0)),
  pdf: bytes('%PDF-1.7'),
  rtf: bytes('{\\rtf1'),
  ole: bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  zip: zipEntry('anything.bin'),
  epub: zipEntry('mimetype', 'application/epub+zip'),
  'openxml-word': bytes([...zipEntry('[Content_Types].xml')], [...zipEntry('word/document.xml')], 'x'),
  'openxml-sheet': bytes([...zipEntry('[Content_Types].xml')], [...zipEntry('xl/workbook.xml')], 'x'),
  'openxml-slides': bytes([...zipEntry('_rels/.rels')], [...zipEntry('ppt/presentation.xml')], 'x'),
  'odf-text': zipEntry('mimetype', 'application/vnd.oasis.opendocument.text'),
  'odf-sheet': zipEntry('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
  'odf-slides': zipEntry('mimetype', 'application/vnd.oasis.opendocument.presentation'),
  text: bytes('plain words\n'),
}
const zipFamily = new Set<string>([
  'zip',
  'epub',
  'openxml-word',
  'openxml-sheet',
  'openxml-slides',
  'odf-text',
  'odf-sheet',
  'odf-slides',
])

describe('leading bytes', () => {
  test.each(Object.keys(heads) as Signature[])('%s is distinguished from other types', (signature) => {
    for (const [other, head] of Object.entries(heads)) {
      const expected = other === signature || (signature === 'zip' && zipFamily.has(other))
      expect(beginsAs(signature, head), `${other} as ${signature}`).toBe(expected)
    }
  })

  test('a HEIC file is not AVIF', () => {
    expect(beginsAs('avif', bytes([0, 0, 0, 20], 'ftypheic', [0, 0, 0, 0], 'mif1'))).toBe(false)
  })

  test('text is recognized by the absence of NUL and other control bytes', () => {
    expect(hasBinary(bytes('a\tb\r\n'))).toBe(false)
    expect(hasBinary(new TextEncoder().encode('Größe 日本'))).toBe(false)
    expect(hasBinary(bytes('a', [0]))).toBe(true)
    expect(hasBinary(bytes([0x7f]))).toBe(true)
  })
})

describe('name and declared type', () => {
  test.each([
    ['a.PNG', 'image/png', 'image/png'],
    ['a.jpeg', 'image/jpeg', 'image/jpeg'],
    ['a.txt', 'text/plain; charset=us-ascii', 'text/plain; charset=utf-8'],
    ['a.md', 'application/octet-stream', 'text/markdown; charset=utf-8'],
    ['a.csv', 'application/vnd.ms-excel', 'text/csv; charset=utf-8'],
    ['a.ico', 'image/vnd.microsoft.icon', 'image/x-icon'],
    ['a.zip', '', 'application/zip'],
  ])('%s declared as "%s" is served as %s', (name, declared, served) => {
    expect(kindOf(name, declared).served).toBe(served)
  })

  test.each([
    ['a.jpg', 'image/png', 'type', 'The name ends in .jpg, but the upload declares the type image/png.'],
    ['a.html', 'text/html', 'extension', 'Files that end in .html are not accepted.'],
    ['a.svgz', 'image/svg+xml', 'extension', 'Files that end in .svgz are not accepted.'],
    ['noextension', 'application/octet-stream', 'extension', 'The file name has no extension.'],
    ['a.pdf', 'text/plain', 'type', 'The name ends in .pdf, but the upload declares the type text/plain.'],
    ['constructor', '', 'extension', 'The file name has no extension.'],
  ])('%s declared as "%s" is refused with a reason', (name, declared, reason, message) => {
    const thrown = {
      code: 'UNSUPPORTED_FILE_TYPE',
      message: 'Unsupported file type',
      fields: { reason, message },
    }
    expect(() => kindOf(name, declared)).toThrow(
      expect.objectContaining({ ...thrown, fields: expect.objectContaining(thrown.fields) }),
    )
  })

  test.each<[string, Signature, string]>([
    ['a.png', 'jpeg', 'The name ends in .png, but the content is JPG.'],
    ['a.svg', 'gif', 'The name ends in .svg, but the content is GIF.'],
    ['a.jpg', 'text', 'The name ends in .jpg, but the content is not JPG.'],
  ])('%s with the content of %s is refused with a reason', (name, signature, message) => {
    const fields = expect.objectContaining({ reason: 'content', message })
    expect(() => requireSignature(kindOf(name, ''), heads[signature])).toThrow(
      expect.objectContaining({ fields }),
    )
  })

  test('the table contains exactly the types of contract.md#media-types', () => {
    const names =
      'jpg jpeg png gif webp svg avif ico pdf doc docx txt md odt rtf xls xlsx ods ppt pptx odp csv epub zip'.split(
        ' ',
      )
    expect(fileKinds.map((kind) => kind.extension).sort()).toEqual(names.sort())
  })
})
