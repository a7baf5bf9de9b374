import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

it('ignores the region of a language, and falls back to English', () => {
  expect(
    ['de', 'de-AT', 'fr-CA', 'es', 'ar-EG', 'ja', 'en-GB', 'nl'].map((tag) => wordsOf(tag).home),
  ).toEqual(['Startseite', 'Startseite', 'Accueil', 'Inicio', 'الرئيسية', 'ホーム', 'Home', 'Home'])
})
