import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconsFile, iconsModule } from './icons.ts'

it('the web interface has exactly the icons that it imports', () => {
  const formatted = (text: string) => text.replace(/\s+|,(?=\s*\))/g, '')
  expect(formatted(readFileSync(iconsFile, 'utf8')), 'run `npm run icons`').toBe(formatted(iconsModule()))
})
