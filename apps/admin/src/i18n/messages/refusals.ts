import type { Messages } from '../message.ts'

/** What the API refuses, by its codes, and faults of fields, by their names. */
export const refusals = {
  'refused.ACCOUNT_LOCKED': [
    'Too many failed attempts. This account is locked for a while.',
    'Zu viele Fehlversuche. Dieses Konto ist eine Weile gesperrt.',
  ],
  'refused.BODY_TOO_LARGE': ['This is too large to be saved.', 'Das ist zu groß, um gespeichert zu werden.'],
  'refused.BUSY': [
    'The server is busy. Try again in a moment.',
    'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  ],
  'refused.CONTENT_BUSY': [
    'Others are changing the same content. Try again in a moment.',
    'Andere ändern gerade dieselben Inhalte. Versuchen Sie es gleich noch einmal.',
  ],
  'refused.CROSS_ORIGIN': [
    'The browser came from another address. Reload this page.',
    'Der Browser kam von einer anderen Adresse. Laden Sie diese Seite neu.',
  ],
  'refused.CURRENT_PASSWORD_REQUIRED': [
    'Enter your current password.',
    'Geben Sie Ihr aktuelles Passwort ein.',
  ],
  'refused.DUPLICATE_ID': [
    'There is a menu item with the id “{id}” already.',
    'Einen Menüeintrag mit der Kennung „{id}“ gibt es schon.',
  ],
  'refused.DUPLICATE_SLUG': [
    'The address “{slug}” is taken already.',
    'Die Adresse „{slug}“ ist schon vergeben.',
  ],
  'refused.DUPLICATE_USER': [
    'Username or email already exists',
    'Benutzername oder E-Mail-Adresse ist schon vergeben',
  ],
  'refused.FILE_TOO_LARGE': ['The file is too large.', 'Die Datei ist zu groß.'],
  'refused.GENERATION_RUNNING': [
    'The site is being generated. Try again when that has ended.',
    'Die Website wird gerade erzeugt. Versuchen Sie es danach noch einmal.',
  ],
  'refused.IMAGE_TOO_LARGE': ['The image has too many pixels.', 'Das Bild hat zu viele Pixel.'],
  'refused.INTERNAL_ERROR': [
    'Something went wrong on the server.',
    'Auf dem Server ist etwas schiefgegangen.',
  ],
  'refused.INVALID_CREDENTIALS': [
    'The username or the password is wrong.',
    'Benutzername oder Passwort ist falsch.',
  ],
  'refused.LAST_ADMIN': [
    'The last administrator can not be removed.',
    'Der letzte Administrator kann nicht entfernt werden.',
  ],
  'refused.LAYOUT_MISSING': ['The theme has no layout.html.', 'Dem Theme fehlt layout.html.'],
  'refused.MARKETPLACE_PACKAGE_INVALID': [
    'The package of the marketplace is damaged, or not what it says. Nothing was installed.',
    'Das Paket aus dem Marktplatz ist beschädigt oder nicht, was es zu sein vorgibt. Nichts wurde installiert.',
  ],
  'refused.MARKETPLACE_UNAVAILABLE': [
    'The marketplace can not be reached. Try again later.',
    'Der Marktplatz ist nicht erreichbar. Versuchen Sie es später noch einmal.',
  ],
  'refused.MEDIA_IN_USE': ['The file is used.', 'Die Datei wird verwendet.'],
  'refused.NOT_FOUND': ['It does not exist or was deleted.', 'Das gibt es nicht, oder es wurde gelöscht.'],
  'refused.NO_PREVIOUS_VERSION': [
    'There is no earlier version of this theme to go back to.',
    'Von diesem Theme gibt es keine frühere Version, zu der man zurückkönnte.',
  ],
  'refused.PRECONDITION_FAILED': [
    'It has been changed elsewhere in the meantime.',
    'Es wurde inzwischen an anderer Stelle geändert.',
  ],
  'refused.RATE_LIMITED': [
    'Too many requests. Try again in {seconds} {seconds|second|seconds}.',
    'Zu viele Anfragen. Versuchen Sie es in {seconds} {seconds|Sekunde|Sekunden} noch einmal.',
  ],
  'refused.REFERENCES_BEHIND': [
    'Typecase is still searching for the uses of the file. Try again in a moment.',
    'Typecase sucht noch, wo die Datei verwendet wird. Versuchen Sie es gleich noch einmal.',
  ],
  'refused.REQUEST_TIMEOUT': [
    'The connection is too slow: nothing was saved.',
    'Die Verbindung ist zu langsam: nichts wurde gespeichert.',
  ],
  'refused.RESERVED_SLUG': [
    'A page below it would move to an address that is reserved.',
    'Eine Seite darunter käme an eine Adresse, die belegt ist.',
  ],
  'refused.REVISION_NOT_FOUND': [
    'This revision is no longer stored.',
    'Diese Version ist nicht mehr gespeichert.',
  ],
  'refused.SELF_DELETE': [
    'You can not delete your own account.',
    'Ihr eigenes Konto können Sie nicht löschen.',
  ],
  'refused.SETUP_DONE': [
    'The first account has been chosen already. Log in instead.',
    'Das erste Konto ist schon festgelegt. Melden Sie sich stattdessen an.',
  ],
  'refused.STORAGE_UNAVAILABLE': [
    'The storage can not be reached at the moment. Try again in a moment.',
    'Der Speicher ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  ],
  'refused.THEME_ACTIVE': [
    'The active theme can not be deleted. Activate another one first.',
    'Das aktive Theme kann nicht gelöscht werden. Aktivieren Sie zuerst ein anderes.',
  ],
  'refused.THEME_BUNDLED': [
    'A theme that comes with Typecase can not be deleted.',
    'Ein mitgeliefertes Theme kann nicht gelöscht werden.',
  ],
  'refused.THEME_EXISTS': [
    'The theme “{name}” is installed already, in version {version}. Only a higher version replaces it.',
    'Das Theme „{name}“ ist schon installiert, in Version {version}. Nur eine höhere ersetzt es.',
  ],
  'refused.THEME_INVALID': ['The theme has errors.', 'Das Theme hat Fehler.'],
  'refused.TOO_MANY_UPLOADS': [
    'Too many themes are being checked at the moment. Try again later.',
    'Gerade werden zu viele Themes geprüft. Versuchen Sie es später noch einmal.',
  ],
  'refused.UNAUTHORIZED': ['You are not logged in any more.', 'Sie sind nicht mehr angemeldet.'],
  'refused.UNSUPPORTED_FILE_TYPE': [
    'Files of this kind are not accepted, or the content does not match the name.',
    'Dateien dieser Art werden nicht angenommen, oder der Inhalt passt nicht zum Namen.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.extension': [
    'Files of this kind are not accepted.',
    'Dateien dieser Art werden nicht angenommen.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.type': [
    'The name ends in .{extension}, but the upload declares the type {declared}.',
    'Der Name endet auf .{extension}, der Upload nennt aber den Typ {declared}.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.content': [
    'The name ends in .{extension}, but the content is something else (detected: {content}).',
    'Der Name endet auf .{extension}, der Inhalt ist aber etwas anderes (erkannt: {content}).',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.text': [
    'The file contains bytes that no text has.',
    'Die Datei enthält Bytes, die in keinem Text vorkommen.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.image': [
    'The image is damaged, or is not what its name says.',
    'Das Bild ist beschädigt oder nicht das, was der Name sagt.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.drawing': [
    'The SVG file cannot be used: {message}',
    'Die SVG-Datei lässt sich nicht verwenden: {message}',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.entities': [
    'The SVG file declares entities in its DOCTYPE. Save it without them.',
    'Die SVG-Datei deklariert Entitäten in ihrem DOCTYPE. Speichern Sie sie ohne diese.',
  ],
  'refused.UNSUPPORTED_FILE_TYPE.unread': [
    'The image could not be read in time or with the memory allowed.',
    'Das Bild ließ sich nicht in der erlaubten Zeit oder mit dem erlaubten Speicher lesen.',
  ],
  'refused.UPLOAD_INCOMPLETE': ['The upload ended early.', 'Der Upload brach vorzeitig ab.'],
  'refused.UPSTREAM_UNAVAILABLE': [
    'A part of the system is not available. Try again in a moment.',
    'Ein Teil des Systems ist nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  ],
  'refused.UP_TO_DATE': ['The theme is up to date.', 'Das Theme ist auf dem neuesten Stand.'],
  'fault.tooLong': ['At most {n} characters.', 'Höchstens {n} Zeichen.'],
  'fault.title': ['A title is needed.', 'Ein Titel ist nötig.'],
  'fault.slug': [
    'Lower-case letters, digits and single hyphens are allowed; some words are reserved.',
    'Erlaubt sind Kleinbuchstaben, Ziffern und einzelne Bindestriche; manche Wörter sind belegt.',
  ],
  'fault.parentPage': ['This page can not stand above it.', 'Diese Seite kann nicht darüberstehen.'],
  'fault.pageType': [
    'A page with pages below it must stay part of the tree.',
    'Eine Seite mit Unterseiten muss Teil des Baums bleiben.',
  ],
  'fault.unpublishAt': [
    'It must come after the date of publication.',
    'Das muss nach dem Datum der Veröffentlichung liegen.',
  ],
  'fault.relatedPosts': [
    'A post is not related to itself.',
    'Ein Beitrag ist nicht mit sich selbst verwandt.',
  ],
  'fault.username': [
    '2 to 64 letters, digits, dots, hyphens and underscores.',
    '2 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  ],
  'fault.email': ['This is not an email address.', 'Das ist keine E-Mail-Adresse.'],
  'fault.password': ['A password has 8 to 200 characters.', 'Ein Passwort hat 8 bis 200 Zeichen.'],
  'fault.password.common': [
    'This password is one of the most common ones. Choose one that is harder to guess, like several unrelated words.',
    'Dieses Passwort gehört zu den häufigsten. Wählen Sie eines, das schwerer zu erraten ist, etwa aus mehreren beliebigen Wörtern.',
  ],
  'fault.password.pattern': [
    'This password is a simple pattern. Choose one that is harder to guess, like several unrelated words.',
    'Dieses Passwort ist ein einfaches Muster. Wählen Sie eines, das schwerer zu erraten ist, etwa aus mehreren beliebigen Wörtern.',
  ],
  'fault.password.name': [
    'This password is too similar to the username or the email address. Choose a different one.',
    'Dieses Passwort ähnelt dem Benutzernamen oder der E-Mail-Adresse zu sehr. Wählen Sie ein anderes.',
  ],
  'fault.siteUrl': [
    'Must be an absolute http(s) URL or empty.',
    'Eine ganze Adresse mit http(s) oder nichts.',
  ],
  'fault.staticBaseUrl': [
    'An absolute http(s) URL, a path that begins with a slash, or nothing.',
    'Eine ganze Adresse mit http(s), ein Pfad, der mit / beginnt, oder nichts.',
  ],
  'fault.staticOutputDir': [
    'A folder without “.”, “..”, backslashes and a slash at the front.',
    'Ein Ordner ohne „.“, „..“, umgekehrte Schrägstriche und / am Anfang.',
  ],
  'fault.rssEntryLimit': ['A whole number from 1 to 1000.', 'Eine ganze Zahl von 1 bis 1000.'],
  'fault.siteLanguage': [
    'A language tag such as en, de-AT or zh-Hant.',
    'Ein Sprachkürzel wie de, de-AT oder zh-Hant.',
  ],
  'fault.siteTimezone': [
    'A time zone such as UTC or Europe/Berlin.',
    'Eine Zeitzone wie UTC oder Europe/Berlin.',
  ],
  'fault.postsPerPage': ['A whole number from 1 to 100.', 'Eine ganze Zahl von 1 bis 100.'],
  'fault.url': [
    'An address begins with /, #, http, mailto or tel.',
    'Eine Adresse beginnt mit /, #, http, mailto oder tel.',
  ],
  'fault.file': ['The file is empty.', 'Die Datei ist leer.'],
  'refused.WRONG_PASSWORD': ['The current password is wrong.', 'Das aktuelle Passwort ist falsch.'],
} satisfies Messages
