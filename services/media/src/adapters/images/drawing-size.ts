/** CSS pixels of a length; relative ones depend on where the drawing is shown and give none. */
const pixelsOf: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}

/** The size that a drawing tells: its width and height, each else from its view box; undefined when it tells none. */
export function drawingSize(
  attributes: Readonly<Record<string, string>>,
): { width: number; height: number } | undefined {
  const box = viewBox(attributes.viewBox)
  const [width, height] = [length(attributes.width), length(attributes.height)]
  if (width && height) return whole(width, height)
  if (!box) return undefined
  if (width) return whole(width, (width * box.height) / box.width)
  if (height) return whole((height * box.width) / box.height, height)
  return whole(box.width, box.height)
}

/** UTF-16 units. Matching a longer text takes time with the square of its length. */
const longestLength = 100

function length(value = ''): number | undefined {
  if (value.length > longestLength) return undefined
  const match = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(value)
  const unit = match && pixelsOf[(match[2] ?? '').toLowerCase()]
  const pixels = match && unit ? Number(match[1]) * unit : 0
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined
}

function viewBox(value: string | undefined): { width: number; height: number } | undefined {
  const [, , width = 0, height = 0] = (value ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height)
    ? { width, height }
    : undefined
}

const most = 2 ** 31 - 1
const whole = (width: number, height: number) => ({ width: clamp(width), height: clamp(height) })
const clamp = (pixels: number) => Math.min(most, Math.max(1, Math.round(pixels)))
