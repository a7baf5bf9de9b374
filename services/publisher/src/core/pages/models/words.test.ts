import { expect, it } from 'vitest'
import { wordsOf } from './words.ts'

it('are those of the language for any region, else English', () => {
  expect(
    ['de', 'de-AT', 'fr-CA', 'es', 'ar-EG', 'ja', 'en-GB', 'nl'].map((tag) => wordsOf(tag).home),
  ).toEqual(['Startseite', 'Startseite', 'Accueil', 'Inicio', 'الرئيسية', 'ホーム', 'Home', 'Home'])
})
