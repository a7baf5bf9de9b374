import type { Messages } from '../message.ts'

/** Choosing a page of the site, and its explanation. */
export const why = {
  'picker.page': ['Page', 'Seite'],
  'picker.lists': ['Lists', 'Listen'],
  'picker.home': ['Home page', 'Startseite'],
  'picker.blog': ['All posts', 'Alle Beiträge'],
  'picker.categories': ['All categories', 'Alle Kategorien'],
  'picker.address': ['Address', 'Adresse'],
  'picker.chosen': ['Chosen', 'Ausgewählt'],
  'picker.noTerm': ['No match', 'Kein Treffer'],
  'picker.noPost': ['No post has these words.', 'Kein Beitrag enthält diese Wörter.'],
  'picker.nothing': [
    'Nothing that is published has that title.',
    'Nichts Veröffentlichtes hat diesen Titel.',
  ],
  'picker.nothingOrAddress': [
    'Nothing that is published has that title. An address begins with a slash.',
    'Nichts Veröffentlichtes hat diesen Titel. Eine Adresse beginnt mit einem Schrägstrich.',
  ],
  'why.title': ['Explain a page', 'Eine Seite erklären'],
  'why.text': [
    'What a page contains, and what last changed it.',
    'Was eine Seite enthält, und was sie zuletzt geändert hat.',
  ],
  'why.none': ['There is no such page on the site.', 'Diese Seite gibt es auf der Website nicht.'],
  'why.lastChange': ['Changed last', 'Zuletzt geändert'],
  'why.unknown': ['Not recorded for this page.', 'Für diese Seite nicht aufgezeichnet.'],
  'why.changes': ['What changed', 'Was sich geändert hat'],
  'why.entry': ['It is the page of', 'Sie ist die Seite von'],
  'why.shows': ['What it shows', 'Was sie zeigt'],
  'why.shared': ['Shared with other pages', 'Mit anderen Seiten gemeinsam'],
  'why.template': ['Rendered with', 'Gerendert mit'],
} satisfies Messages
