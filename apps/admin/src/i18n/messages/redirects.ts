import type { Messages } from '../message.ts'

export const redirects = {
  'nav.redirects': ['Redirects', 'Weiterleitungen'],
  'redirects.title': ['Redirects', 'Weiterleitungen'],
  'redirects.text': [
    'Addresses that redirect to other addresses. Old addresses of posts and pages redirect automatically.',
    'Adressen, die auf andere weiterleiten. Alte Adressen von Beiträgen und Seiten leiten automatisch weiter.',
  ],
  'redirects.empty': ['No redirects', 'Keine Weiterleitungen'],
  'redirects.emptyText': [
    'Add one, or import a CSV file with the columns from, to and status.',
    'Fügen Sie eine hinzu oder importieren Sie eine CSV-Datei mit den Spalten from, to und status.',
  ],
  'redirects.notFound': ['Nothing matches the search.', 'Keine Treffer für die Suche.'],
  'redirects.search': ['Search redirects', 'Weiterleitungen durchsuchen'],
  'redirects.new': ['New redirect', 'Neue Weiterleitung'],
  'redirects.edit': ['Edit redirect', 'Weiterleitung bearbeiten'],
  'redirects.editOf': ['Edit the redirect from {from}', 'Weiterleitung von {from} bearbeiten'],
  'redirects.import': ['Import CSV', 'CSV importieren'],
  'redirects.from': ['From', 'Von'],
  'redirects.fromHint': [
    'A path on this site, such as /old-page/',
    'Ein Pfad auf dieser Website, zum Beispiel /alte-seite/',
  ],
  'redirects.to': ['To', 'Nach'],
  'redirects.toHint': ['A path or a full address', 'Ein Pfad oder eine vollständige Adresse'],
  'redirects.status': ['Type', 'Art'],
  'redirects.status.301': ['301 Moved permanently', '301 Dauerhaft verschoben'],
  'redirects.status.302': ['302 Found (temporary)', '302 Vorübergehend verschoben'],
  'redirects.status.308': ['308 Permanent redirect', '308 Dauerhafte Weiterleitung'],
  'redirects.status.410': ['410 Gone', '410 Nicht mehr verfügbar'],
  'redirects.gone': ['Gone', 'Nicht mehr verfügbar'],
  'redirects.saved': ['Redirect saved', 'Weiterleitung gespeichert'],
  'redirects.deleted': ['Redirect deleted', 'Weiterleitung gelöscht'],
  'redirects.deleteAsk': ['Delete the redirect from {from}?', 'Weiterleitung von {from} löschen?'],
  'redirects.deleteText': [
    'Visitors of this address then see the error page (404).',
    'Besucher dieser Adresse sehen danach die Fehlerseite (404).',
  ],
  'redirects.imported': [
    '{created} created, {replaced} replaced, {unchanged} unchanged',
    '{created} angelegt, {replaced} ersetzt, {unchanged} unverändert',
  ],
  'redirects.refused': [
    '{count} {count|line was|lines were} not imported:',
    '{count} {count|Zeile wurde|Zeilen wurden} nicht importiert:',
  ],
  'redirects.refusedLine': ['Line {line}: {message}', 'Zeile {line}: {message}'],
  'settings.permalinkPost': ['Permalinks of posts', 'Permalinks der Beiträge'],
  'settings.permalinkPostHint': [
    'Tokens: {slug}, {category}, {year}, {month}, {day}, {id}. Old addresses redirect to the new ones.',
    'Platzhalter: {slug}, {category}, {year}, {month}, {day}, {id}. Alte Adressen leiten auf die neuen weiter.',
  ],
  'settings.permalinkPage': ['Permalinks of pages', 'Permalinks der Seiten'],
  'settings.permalinkPageHint': ['Tokens: {slug}, {id}', 'Platzhalter: {slug}, {id}'],
  'settings.redirectPages': [
    'Write an HTML page for each redirect',
    'Für jede Weiterleitung eine HTML-Seite erzeugen',
  ],
  'settings.redirectPagesHint': ['For hosts that only serve files', 'Für Server, die nur Dateien ausliefern'],
  'settings.movesAsk': [
    'Change the {moved|address|addresses} of {moved} {moved|item|items}?',
    '{moved|Adresse|Adressen} von {moved} {moved|Eintrag|Einträgen} ändern?',
  ],
  'settings.movesText': [
    'The old addresses redirect to the new ones, for example {from} to {to}.',
    'Die alten Adressen leiten auf die neuen weiter, zum Beispiel {from} auf {to}.',
  ],
  'settings.movesCollisions': [
    '{collisions} {collisions|item|items} would not be on the site, because another item has {collisions|its|their} address.',
    '{collisions} {collisions|Eintrag wäre|Einträge wären} nicht auf der Website, weil ein anderer Eintrag dieselbe Adresse hat.',
  ],
  'settings.moves': ['Change addresses', 'Adressen ändern'],
} satisfies Messages
