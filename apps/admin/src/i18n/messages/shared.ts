import type { Messages } from '../message.ts'

/** Texts that many screens share. */
export const shared = {
  'common.save': ['Save', 'Speichern'],
  'common.saved': ['Saved', 'Gespeichert'],
  'common.cancel': ['Cancel', 'Abbrechen'],
  'common.close': ['Close', 'Schließen'],
  'common.delete': ['Delete', 'Löschen'],
  'common.add': ['Add', 'Hinzufügen'],
  'common.back': ['Back', 'Zurück'],
  'common.retry': ['Try again', 'Erneut versuchen'],
  'common.loading': ['Loading', 'Wird geladen'],
  'common.actions': ['Actions', 'Aktionen'],
  'common.title': ['Title', 'Titel'],
  'common.status': ['Status', 'Status'],
  'common.published': ['Published', 'Veröffentlicht'],
  'common.draft': ['Draft', 'Entwurf'],
  'common.scheduled': ['Scheduled', 'Geplant'],
  'common.previousPage': ['Previous page', 'Vorherige Seite'],
  'common.nextPage': ['Next page', 'Nächste Seite'],
  'common.page': ['Page {n}', 'Seite {n}'],
  'common.range': ['{from}–{to} of {total}', '{from}–{to} von {total}'],
  'common.more': ['Show more', 'Mehr anzeigen'],
  'common.clear': ['Clear', 'Auswahl aufheben'],
  'common.unsaved': ['Unsaved changes', 'Ungespeicherte Änderungen'],
  'error.title': ['Something went wrong', 'Das hat nicht geklappt'],
  'error.offline': [
    'The server cannot be reached. Check the connection and try again.',
    'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  ],
  'error.forbidden': [
    'Your role does not allow this. Ask an administrator.',
    'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Administrator.',
  ],
  'error.notFound': ['Not found', 'Nicht gefunden'],
  'error.notFoundText': [
    'The item may have been deleted, or the address is wrong.',
    'Der Eintrag wurde vielleicht gelöscht, oder die Adresse ist falsch.',
  ],
  'error.unexpected': ['An unexpected error occurred', 'Ein unerwarteter Fehler ist aufgetreten'],
  'error.reload': ['Reload page', 'Seite neu laden'],
  'error.requestId': ['Request {id}', 'Anfrage {id}'],
} satisfies Messages
