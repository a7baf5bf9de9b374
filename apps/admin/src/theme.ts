import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The green of the mark. */
const sorts: MantineColorsTuple = [
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

export const theme = createTheme({
  colors: { sorts },
  primaryColor: 'sorts',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
})
