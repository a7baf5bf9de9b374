/** Generates multipart forms, valid and malformed. */
import { squarePng } from '../scenarios/png.ts'
import { oddTexts } from './bodies.ts'
import type { Random } from './random.ts'

const image = squarePng(4)
const contents = [
  image,
  image.subarray(0, 40),
  Buffer.concat([
    image.subarray(0, 16),
    Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]),
    image.subarray(24),
  ]),
  Buffer.alloc(0),
  Buffer.from('%PDF-1.4 nonsense'),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>'),
  Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
  Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'),
  Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'),
  Buffer.from(`PK\x03\x04${'\0'.repeat(60)}`),
  // An end-of-central-directory record without a central directory.
  Buffer.from(`PK\x05\x06${'\xff'.repeat(16)}\0\0`, 'latin1'),
] as const
const filenames = [
  'a.png',
  'a.pdf',
  'a.zip',
  '',
  '../../x.png',
  'a.png.exe',
  '\u202egnp.exe',
  'x'.repeat(400),
  '.png',
  'con',
  'ä"b.png',
  'a\tb.svg',
] as const

export interface Form {
  readonly contentType: string
  readonly bytes: Buffer
}

export function form(field: string, random: Random): Form {
  const boundary = `fuzz${random.below(1_000_000)}`
  const parts = [
    part(
      boundary,
      `name="${random.chance(85) ? field : 'other'}"; filename="${random.pick(filenames)}"`,
      random.pick(contents),
      random,
    ),
    ...Array.from({ length: random.chance(5) ? 30 : random.below(3) }, () =>
      part(
        boundary,
        `name="${random.pick(['alt', 'caption', 'width', '__proto__', ''])}"`,
        Buffer.from(random.pick(oddTexts)),
        random,
      ),
    ),
  ]
  if (random.chance(30)) parts.reverse()
  const whole = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  const bytes = random.chance(25) ? whole.subarray(0, random.below(whole.length)) : whole
  const contentType = random.chance(90)
    ? `multipart/form-data; boundary=${boundary}`
    : random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/mixed; boundary=${boundary}`,
        'multipart/form-data; boundary="',
        'text/plain',
      ])
  return { contentType, bytes }
}

function part(boundary: string, disposition: string, content: Buffer, random: Random): Buffer {
  const type = random.pick([
    'image/png',
    'application/pdf',
    'text/html',
    '',
    'image/svg+xml; charset=utf-7',
    'x',
  ])
  const head = random.chance(95)
    ? `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
    : random.pick([
        `--${boundary}\r\n\r\n`,
        `--${boundary}\r\nContent-Disposition\r\n\r\n`,
        `--${boundary}\r\n${'X: y\r\n'.repeat(200)}\r\n`,
        `--${boundary}`,
      ])
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}
