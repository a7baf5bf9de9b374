import type { Messages } from '../message.ts'

/** The choice of a page of the site, and the explanation of that page. */
export const why = {
  'picker.page': ['Page', 'Seite'],
  'picker.lists': ['Lists', 'Listen'],
  'picker.home': ['Home page', 'Startseite'],
  'picker.blog': ['All posts', 'Alle Beiträge'],
  'picker.categories': ['All categories', 'Alle Kategorien'],
  'picker.address': ['Address', 'Adresse'],
  'picker.chosen': ['Selected', 'Ausgewählt'],
  'picker.noTerm': ['No match', 'Kein Treffer'],
  'picker.noPost': ['No posts found.', 'Keine Beiträge gefunden.'],
  'picker.nothing': [
    'No published content has this title.',
    'Kein veröffentlichter Inhalt hat diesen Titel.',
  ],
  'picker.nothingOrAddress': [
    'No published content has this title. Addresses begin with a slash.',
    'Kein veröffentlichter Inhalt hat diesen Titel. Adressen beginnen mit einem Schrägstrich.',
  ],
  'why.title': ['Explain a page', 'Eine Seite erklären'],
  'why.text': [
    'See what a page contains and what changed it last.',
    'Sehen Sie, was eine Seite enthält und was sie zuletzt geändert hat.',
  ],
  'why.none': ['The site has no page with this address.', 'Die Website hat keine Seite mit dieser Adresse.'],
  'why.lastChange': ['Last change', 'Letzte Änderung'],
  'why.unknown': ['Not recorded for this page.', 'Für diese Seite nicht aufgezeichnet.'],
  'why.changes': ['Changes', 'Änderungen'],
  'why.entry': ['Content', 'Inhalt'],
  'why.shows': ['Also shows', 'Zeigt außerdem'],
  'why.shared': ['Shared with other pages', 'Mit anderen Seiten gemeinsam'],
  'why.template': ['Template', 'Vorlage'],
} satisfies Messages
