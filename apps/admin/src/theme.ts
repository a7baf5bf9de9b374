import { createTheme, type MantineColorsTuple } from '@mantine/core'
import type { Translate } from './i18n/i18n.ts'

/**
 * The colors that components may use. Mantine itself accepts any string, and an unknown color is invisible.
 */
type Palette = 'brandGreen' | 'blue' | 'gray' | 'green' | 'orange' | 'red' | 'violet' | 'yellow'
type Color = Palette | 'dimmed' | 'inherit' | `var(--${string})`

declare module '@mantine/core' {
  // An interface, because TypeScript merges it with the interface of the module.
  export interface MantineThemeColorsOverride {
    colors: Record<Color, MantineColorsTuple>
  }
}

const brandGreen: MantineColorsTuple = [
  '#e9f8f1',
  '#d6eee2',
  '#aedcc5',
  '#82caa6',
  '#5fba8c',
  '#48b07b',
  '#3aa871',
  '#17754a',
  '#126440',
  '#0a4f31',
]

const appearance = {
  colors: { brandGreen },
  primaryColor: 'brandGreen',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
} as const

/** The list itself scrolls, because a wrapper that scrolls would have to be focusable. */
const scrollingList = {
  withScrollArea: false,
  styles: { options: { maxHeight: 260, overflowY: 'auto' } },
} as const

/** The Mantine theme, with labels for close buttons, which only show a cross. */
export function themeIn(t: Translate) {
  const closes = { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } }
  return createTheme({
    ...appearance,
    components: {
      Modal: closes,
      Drawer: closes,
      Notification: closes,
      Alert: {
        defaultProps: { closeButtonLabel: t('common.close') },
        // In green and orange, a title on the light background has too little contrast.
        styles: { label: { color: 'var(--mantine-color-text)' } },
      },
      Select: { defaultProps: { ...scrollingList, clearButtonProps: { 'aria-label': t('common.clear') } } },
      MultiSelect: { defaultProps: scrollingList },
      TagsInput: { defaultProps: scrollingList },
      Autocomplete: { defaultProps: scrollingList },
    },
  })
}
