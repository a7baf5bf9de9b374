/** Derives theme colors from the accent color of a site: readable on light and on dark pages. */

type Rgb = readonly [red: number, green: number, blue: number]

export interface AccentColors {
  /** For links, and as a background. */
  readonly accent: string
  /** For text on a background in the accent color. */
  readonly ink: string
  /** A background for text in the accent color. */
  readonly soft: string
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** The darkest light background and the lightest dark background of the bundled themes. */
const pages = { light: [242, 238, 230] as Rgb, dark: [34, 32, 30] as Rgb }
/** Minimum contrast ratio. WCAG 2.2 (1.4.3) requires 4.5; the rest is a margin for the soft background. */
const wantedContrast = 5

/** Mixes `#rrggbb` with black or white until its contrast is high enough. */
export function accentColors(color: string): { readonly light: AccentColors; readonly dark: AccentColors } {
  const chosen = parsed(color)
  return { light: colorsOn(pages.light, chosen, black), dark: colorsOn(pages.dark, chosen, white) }
}

function colorsOn(page: Rgb, chosen: Rgb, towards: Rgb): AccentColors {
  let accent = chosen
  for (let share = 0.05; contrast(accent, page) < wantedContrast && share <= 1; share += 0.05)
    accent = mixed(chosen, towards, share)
  const ink = contrast(accent, white) >= contrast(accent, black) ? white : black
  return { accent: hex(accent), ink: hex(ink), soft: hex(mixed(accent, page, 0.94)) }
}

/** Cached, because all pages of a site have the same color. */
let last: { readonly color: string; readonly style: string } | undefined

/** A style element with custom properties for themes (docs/themes.md). */
export function accentStyle(color: string): string {
  if (last?.color !== color) last = { color, style: styleOf(color) }
  return last.style
}

function styleOf(color: string): string {
  const { light, dark } = accentColors(color)
  const rule = ({ accent, ink, soft }: AccentColors) =>
    `:root{--site-accent:${accent};--site-accent-ink:${ink};--site-accent-soft:${soft}}`
  return `<style>${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}</style>`
}

const parsed = (color: string): Rgb => {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

const hex = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** `share` is the part of the other color, from 0 to 1. */
const mixed = (one: Rgb, other: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2) => one[at] * (1 - share) + other[at] * share
  return [part(0), part(1), part(2)]
}

export const contrastOf = (one: string, other: string): number => contrast(parsed(one), parsed(other))

/** WCAG contrast ratio, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const part = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}
