import { expect, it } from 'vitest'
import { accentColors, accentStyle, contrastOf } from './accent.ts'

it.each(['#ffffff', '#000000', '#ffee00', '#a8341b', '#0b5cad', '#7f7f7f'])(
  'makes %s readable on light and dark pages',
  (color) => {
    const { light, dark } = accentColors(color)
    expect(contrastOf(light.accent, '#ffffff')).toBeGreaterThan(4.5)
    expect(contrastOf(dark.accent, '#1d1b19')).toBeGreaterThan(4.5)
    for (const { accent, ink, soft } of [light, dark]) {
      expect(contrastOf(accent, ink)).toBeGreaterThan(4.5)
      expect(contrastOf(accent, soft)).toBeGreaterThan(4.5)
    }
  },
)

it('keeps a color that is already readable', () => {
  expect(accentColors('#0b5cad').light.accent).toBe('#0b5cad')
  expect(accentStyle('#0b5cad')).toContain('--site-accent:#0b5cad;')
})
