/** Texts for the notes of an import or export, by code. Loaded only with the screens of import and export. */
import type { Language } from '../i18n/i18n.ts'
import type { Messages } from '../i18n/message.ts'

const texts = {
  'categories-to-tags': [
    'The first category is kept; other categories become tags',
    'Die erste Kategorie bleibt erhalten; weitere Kategorien werden zu Schlagwörtern',
  ],
  'code-injection': ['Code in the head or foot of a page', 'Code im Kopf oder Fuß einer Seite'],
  'config-unreadable': [
    'A configuration cannot be read; the defaults are used',
    'Eine Konfiguration ist nicht lesbar; es gelten die Standardwerte',
  ],
  'data-program': [
    'A data file is a program and is not run',
    'Eine Datendatei ist ein Programm und wird nicht ausgeführt',
  ],
  'document-unreadable': [
    'A document cannot be read; its HTML is used',
    'Ein Dokument ist nicht lesbar; sein HTML wird verwendet',
  ],
  'file-too-large': ['The file is too large', 'Die Datei ist zu groß'],
  'file-type': [
    'The media library does not accept this type of file',
    'Die Mediathek nimmt diesen Dateityp nicht an',
  ],
  future: [
    'A scheduled date in the past; becomes a draft',
    'Geplantes Datum in der Vergangenheit; wird zum Entwurf',
  ],
  'html-kept': [
    'HTML is kept where Markdown has no equivalent',
    'HTML bleibt erhalten, wo Markdown keine Entsprechung hat',
  ],
  'item-type': [
    'Items of a type that Typecase does not support',
    'Inhalte eines Typs, den Typecase nicht unterstützt',
  ],
  language: [
    'A language that Typecase does not know; the language of the site is used',
    'Eine Sprache, die Typecase nicht kennt; es gilt die Sprache der Website',
  ],
  'media-not-found': [
    'The file was not found; the text keeps the old address',
    'Die Datei wurde nicht gefunden; im Text bleibt ihre alte Adresse',
  ],
  'media-unreadable': ['The file cannot be read', 'Die Datei ist nicht lesbar'],
  'members-only': [
    'Visible to members only; becomes a draft',
    'Nur für Mitglieder sichtbar; wird zum Entwurf',
  ],
  'menu-item': ['Menu items without a menu or without a target', 'Menüeinträge ohne Menü oder ohne Ziel'],
  'no-counterpart': [
    'Elements that Typecase does not support; their text is kept',
    'Elemente, die Typecase nicht unterstützt; ihr Text bleibt erhalten',
  ],
  'no-title': ['No title; a title was generated', 'Kein Titel; ein Titel wurde erzeugt'],
  'not-published': [
    'Not published on the old site; becomes a draft',
    'Auf der alten Website nicht veröffentlicht; wird zum Entwurf',
  ],
  'not-utf8': [
    'Not encoded in UTF-8; unreadable characters are replaced',
    'Nicht in UTF-8 kodiert; unlesbare Zeichen werden ersetzt',
  ],
  'other-export': [
    'More export files; import them one by one',
    'Weitere Exportdateien; importieren Sie diese einzeln',
  ],
  'other-menu': ['Items of other menus', 'Einträge weiterer Menüs'],
  'outside-content': ['Files outside the content folders', 'Dateien außerhalb der Inhaltsordner'],
  password: ['Protected by a password; becomes a draft', 'Durch ein Passwort geschützt; wird zum Entwurf'],
  pending: ['Awaiting review; becomes a draft', 'Wartet auf Durchsicht; wird zum Entwurf'],
  'permalink-template': [
    'The address comes from a template; the default address is used',
    'Die Adresse kommt aus einer Vorlage; es gilt die Standardadresse',
  ],
  private: ['Private; becomes a draft', 'Privat; wird zum Entwurf'],
  scheduled: [
    'Scheduled; becomes a draft with its publish date',
    'Geplant; wird zum Entwurf mit Veröffentlichungsdatum',
  ],
  status: ['Another status; becomes a draft', 'Anderer Status; wird zum Entwurf'],
  sticky: [
    'Pinned to the top; the field “sticky” is kept',
    'Oben angeheftet; das Feld „sticky“ bleibt erhalten',
  ],
  styling: ['Colors, sizes or columns of blocks', 'Farben, Größen oder Spalten von Blöcken'],
  table: ['Data that Typecase cannot store', 'Daten, die Typecase nicht speichern kann'],
  template: ['A template; it is not run', 'Eine Vorlage; sie wird nicht ausgeführt'],
  'template-tag-kept': ['Template tags are kept in the text', 'Vorlagen-Tags bleiben im Text stehen'],
  'term-description': [
    'Descriptions of categories and tags',
    'Beschreibungen von Kategorien und Schlagwörtern',
  ],
  'term-unused': ['Categories and tags without items', 'Kategorien und Schlagwörter ohne Inhalte'],
  'title-from-name': ['No title; the file name is used', 'Kein Titel; der Dateiname wird verwendet'],
  trash: ['In the trash', 'Im Papierkorb'],
  users: ['The list of users', 'Die Liste der Benutzer'],
} satisfies Messages

export const noteCodes = Object.keys(texts)

/** Returns the text for a code, or the code itself if it has no text because a newer version wrote it. */
export function noteText(code: string, language: Language): string {
  const message = code in texts ? texts[code as keyof typeof texts] : undefined
  return message?.[language === 'de' ? 1 : 0] ?? code
}
