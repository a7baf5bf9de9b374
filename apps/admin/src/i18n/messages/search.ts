import type { Messages } from '../message.ts'

/** How search engines and social networks see a post or a page. */
export const search = {
  'field.seoTitle': ['Search title', 'Titel für Suchmaschinen'],
  'field.seoTitleHint': ['Replaces the title in search results', 'Ersetzt den Titel in Suchergebnissen'],
  'field.metaDescription': ['Search description', 'Beschreibung für Suchmaschinen'],
  'field.metaDescriptionHint': [
    'Replaces the excerpt in search results',
    'Ersetzt die Kurzfassung in Suchergebnissen',
  ],
  'field.socialImage': ['Social image', 'Bild für soziale Netzwerke'],
  'field.canonicalUrl': ['Canonical URL', 'Kanonische URL'],
  'field.canonicalUrlHint': [
    'If the text first appeared elsewhere: its address there',
    'Falls der Text zuerst anderswo erschienen ist: die Adresse dort',
  ],
  'field.noindex': ['Hide from search engines', 'Vor Suchmaschinen verbergen'],
  'field.noindexHint': [
    'Search engines are asked not to list this page',
    'Suchmaschinen werden gebeten, diese Seite nicht aufzuführen',
  ],
} satisfies Messages
