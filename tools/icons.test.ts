import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iconsFile, iconsModule } from './icons.ts'

it('the web interface has the icons that it imports, and no others', () => {
  const formatted = (text: string) => text.replace(/\s+|,(?=\s*\))/g, '')
  expect(formatted(readFileSync(iconsFile, 'utf8')), 'npm run icons writes them again').toBe(
    formatted(iconsModule()),
  )
})
