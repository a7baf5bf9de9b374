import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

it('words depend on the language, not the region, and default to English', () => {
  expect(
    ['de', 'de-AT', 'fr-CA', 'es', 'ar-EG', 'ja', 'en-GB', 'nl'].map((tag) => wordsOf(tag).home),
  ).toEqual(['Startseite', 'Startseite', 'Accueil', 'Inicio', 'الرئيسية', 'ホーム', 'Home', 'Home'])
})
