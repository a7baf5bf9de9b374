/** Social cards (contract.md#social-cards). */
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { escapeHtml } from '../../core/pages/models/html.ts'
import type { Card } from '../../core/pages/planned.ts'

/** All sizes are in pixels. */
const width = 1200
const height = 630
const margin = 80
const barHeight = 24
const textWidth = width - 2 * margin
const bylineSize = 34
const sizes = [72, 60, 48, 36, 28] as const

const fontFile = (name: string): string =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const bold = { name: 'DejaVu Sans Bold', file: fontFile('DejaVuSans-Bold') }
const regular = { name: 'DejaVu Sans', file: fontFile('DejaVuSans') }

/** Renders a PNG of 1200 x 630 pixels, which social networks show as a wide image. */
export async function renderCard({ title, byline, direction, colors }: Card): Promise<Uint8Array> {
  const left = (used: number) => (direction === 'rtl' ? width - margin - used : margin)
  const foot = byline && (await drawn(byline, colors.accent, regular, bylineSize))
  const room = height - barHeight - 3 * margin - (foot ? foot.info.height : 0)
  const heading = await fitting(room, (size) => drawn(title, colors.text, bold, size))
  const bar = { create: { width, height: barHeight, channels: 3 as const, background: colors.accent } }
  return sharp({ create: { width, height, channels: 3, background: colors.background } })
    .composite([
      { input: bar, left: 0, top: 0 },
      { input: heading.data, left: left(heading.info.width), top: barHeight + margin },
      ...(foot
        ? [{ input: foot.data, left: left(foot.info.width), top: height - margin - foot.info.height }]
        : []),
    ])
    .png()
    .toBuffer()
}

/** Draws with the largest font size whose drawing fits into `room` pixels; if none fits, the smallest. */
async function fitting(room: number, draw: (size: number) => ReturnType<typeof drawn>) {
  let drawing = await draw(sizes[0])
  for (const size of sizes.slice(1)) if (drawing.info.height > room) drawing = await draw(size)
  return drawing
}

/** Draws a text on a transparent background, cropped to its letters. */
const drawn = (text: string, color: string, font: typeof bold, size: number) =>
  sharp({
    text: {
      // Pango markup.
      text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
      font: `${font.name} ${size}`,
      fontfile: font.file,
      width: textWidth,
      wrap: 'word-char',
      // One point is one pixel.
      dpi: 72,
      rgba: true,
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
