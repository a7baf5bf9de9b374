/** CSS pixels per unit. Relative units are missing, because they depend on the context. */
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

/**
 * Width and height of the drawing in pixels. If one of them is missing, it follows from the view box.
 * Undefined if the view box is missing too.
 */
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

/** Maximum UTF-16 units of a length such as `10px`, because its regular expression takes quadratic time. */
const maxLength = 100

function length(value = ''): number | undefined {
  if (value.length > maxLength) return undefined
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
