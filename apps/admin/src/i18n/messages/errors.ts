import type { Messages } from '../message.ts'

/** Errors of the API by code, and validation errors by field. */
export const errors = {
  'apiError.ACCOUNT_LOCKED': [
    'Too many failed attempts. This account is locked. Try again later.',
    'Zu viele Fehlversuche. Dieses Konto ist gesperrt. Versuchen Sie es später noch einmal.',
  ],
  'apiError.BODY_TOO_LARGE': [
    'The content is too large to be saved. Shorten it and try again.',
    'Der Inhalt ist zu groß zum Speichern. Kürzen Sie ihn und versuchen Sie es noch einmal.',
  ],
  'apiError.BUSY': [
    'The server is busy. Try again in a moment.',
    'Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.CONTENT_BUSY': [
    'Others are changing the same content. Try again in a moment.',
    'Dieselben Inhalte werden gerade von anderen geändert. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.CROSS_ORIGIN': [
    'The request came from a different address. Reload this page.',
    'Die Anfrage kam von einer anderen Adresse. Laden Sie diese Seite neu.',
  ],
  'apiError.CURRENT_PASSWORD_REQUIRED': [
    'Enter your current password.',
    'Geben Sie Ihr aktuelles Passwort ein.',
  ],
  'apiError.DUPLICATE_ID': [
    'A menu item with the ID “{id}” already exists. Choose a different ID.',
    'Einen Menüeintrag mit der ID „{id}“ gibt es schon. Wählen Sie eine andere ID.',
  ],
  'apiError.DUPLICATE_SLUG': [
    'The address “{slug}” is already used. Choose a different one.',
    'Die Adresse „{slug}“ ist schon vergeben. Wählen Sie eine andere.',
  ],
  'apiError.DUPLICATE_USER': [
    'The username or email address is already used. Choose a different one.',
    'Der Benutzername oder die E-Mail-Adresse ist schon vergeben. Wählen Sie einen anderen Namen oder eine andere Adresse.',
  ],
  'apiError.FILE_TOO_LARGE': [
    'The file is too large. Choose a smaller one.',
    'Die Datei ist zu groß. Wählen Sie eine kleinere.',
  ],
  'apiError.GENERATION_RUNNING': [
    'The site is being generated. Try again when this has finished.',
    'Die Website wird gerade generiert. Versuchen Sie es danach noch einmal.',
  ],
  'apiError.IMAGE_TOO_LARGE': [
    'The image has too many pixels. Choose a smaller one.',
    'Das Bild hat zu viele Pixel. Wählen Sie ein kleineres.',
  ],
  'apiError.INTERNAL_ERROR': [
    'Something went wrong on the server. Try again. If it fails again, check the server log.',
    'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es noch einmal. Tritt er wieder auf, prüfen Sie das Server-Log.',
  ],
  'apiError.INVALID_CREDENTIALS': [
    'The username or the password is wrong.',
    'Benutzername oder Passwort ist falsch.',
  ],
  'apiError.LAST_ADMIN': [
    'The last administrator cannot be removed. Make another user an administrator first.',
    'Der letzte Administrator kann nicht entfernt werden. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  ],
  'apiError.LAYOUT_MISSING': [
    'The theme has no layout.html. Add the file and upload the theme again.',
    'Dem Theme fehlt layout.html. Ergänzen Sie die Datei und laden Sie das Theme noch einmal hoch.',
  ],
  'apiError.MARKETPLACE_PACKAGE_INVALID': [
    'The package from the marketplace is damaged or has been changed. Nothing was installed. Try again later.',
    'Das Paket aus dem Marktplatz ist beschädigt oder wurde verändert. Es wurde nichts installiert. Versuchen Sie es später noch einmal.',
  ],
  'apiError.MARKETPLACE_UNAVAILABLE': [
    'The marketplace cannot be reached. Try again later.',
    'Der Marktplatz ist nicht erreichbar. Versuchen Sie es später noch einmal.',
  ],
  'apiError.MEDIA_IN_USE': [
    'The file is in use. Remove it from the content first.',
    'Die Datei wird verwendet. Entfernen Sie sie zuerst aus den Inhalten.',
  ],
  'apiError.NOT_FOUND': [
    'Not found. The item may have been deleted.',
    'Nicht gefunden. Der Eintrag wurde vielleicht gelöscht.',
  ],
  'apiError.NO_PREVIOUS_VERSION': [
    'This theme has no earlier version to roll back to.',
    'Von diesem Theme gibt es keine frühere Version.',
  ],
  'apiError.PRECONDITION_FAILED': [
    'The item was changed elsewhere in the meantime. Reload the page and try again.',
    'Der Eintrag wurde inzwischen an anderer Stelle geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  ],
  'apiError.RATE_LIMITED': [
    'Too many requests. Try again in {seconds} {seconds|second|seconds}.',
    'Zu viele Anfragen. Versuchen Sie es in {seconds} {seconds|Sekunde|Sekunden} noch einmal.',
  ],
  'apiError.REFERENCES_BEHIND': [
    'Typecase is still searching for uses of the file. Try again in a moment.',
    'Typecase sucht noch, wo die Datei verwendet wird. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.REQUEST_TIMEOUT': [
    'The connection was too slow, so nothing was saved. Try again.',
    'Die Verbindung war zu langsam, deshalb wurde nichts gespeichert. Versuchen Sie es noch einmal.',
  ],
  'apiError.RESERVED_SLUG': [
    'A subpage would get a reserved address. Choose a different address or parent page.',
    'Eine Unterseite bekäme eine reservierte Adresse. Wählen Sie eine andere Adresse oder übergeordnete Seite.',
  ],
  'apiError.REVISION_NOT_FOUND': [
    'This revision is no longer stored. Choose a different one.',
    'Diese Version ist nicht mehr gespeichert. Wählen Sie eine andere.',
  ],
  'apiError.SELF_DELETE': [
    'You cannot delete your own account. Ask another administrator.',
    'Sie können Ihr eigenes Konto nicht löschen. Bitten Sie einen anderen Administrator darum.',
  ],
  'apiError.SETUP_DONE': [
    'The first account already exists. Log in instead.',
    'Das erste Konto gibt es schon. Melden Sie sich stattdessen an.',
  ],
  'apiError.STORAGE_UNAVAILABLE': [
    'The storage cannot be reached. Try again in a moment.',
    'Der Speicher ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.THEME_ACTIVE': [
    'The active theme cannot be deleted. Activate another one first.',
    'Das aktive Theme kann nicht gelöscht werden. Aktivieren Sie zuerst ein anderes.',
  ],
  'apiError.THEME_BUNDLED': [
    'Themes that come with Typecase cannot be deleted.',
    'Mitgelieferte Themes können nicht gelöscht werden.',
  ],
  'apiError.THEME_EXISTS': [
    'The theme “{name}” is already installed in version {version}. Upload a higher version to replace it.',
    'Das Theme „{name}“ ist schon in Version {version} installiert. Laden Sie eine höhere Version hoch, um es zu ersetzen.',
  ],
  'apiError.THEME_INVALID': [
    'The theme has errors. Fix them and upload it again.',
    'Das Theme hat Fehler. Beheben Sie sie und laden Sie es noch einmal hoch.',
  ],
  'apiError.TOO_MANY_UPLOADS': [
    'Too many themes are being checked. Try again in a moment.',
    'Gerade werden zu viele Themes geprüft. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.UNAUTHORIZED': [
    'You are not logged in. Log in again.',
    'Sie sind nicht angemeldet. Melden Sie sich wieder an.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE': [
    'This file type is not allowed, or the content does not match the file name. Choose a different file.',
    'Dieser Dateityp ist nicht erlaubt, oder der Inhalt passt nicht zum Dateinamen. Wählen Sie eine andere Datei.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.extension': [
    'This file type is not allowed. Choose a different file.',
    'Dieser Dateityp ist nicht erlaubt. Wählen Sie eine andere Datei.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.type': [
    'The name ends in .{extension}, but the upload declares the type {declared}. Rename the file or choose a different one.',
    'Der Name endet auf .{extension}, der Upload nennt aber den Typ {declared}. Benennen Sie die Datei um oder wählen Sie eine andere.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.content': [
    'The name ends in .{extension}, but the content is something else (detected: {content}). Rename the file or choose a different one.',
    'Der Name endet auf .{extension}, der Inhalt ist aber etwas anderes (erkannt: {content}). Benennen Sie die Datei um oder wählen Sie eine andere.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.text': [
    'The file contains bytes that are not text. Save it as plain text.',
    'Die Datei enthält Bytes, die kein Text sind. Speichern Sie sie als reinen Text.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.image': [
    'The image is damaged, or its type does not match its name. Choose a different one.',
    'Das Bild ist beschädigt, oder sein Typ passt nicht zum Namen. Wählen Sie ein anderes.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.drawing': [
    'The SVG file cannot be used: {message}',
    'Die SVG-Datei lässt sich nicht verwenden: {message}',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.entities': [
    'The SVG file declares entities in its DOCTYPE. Save it without them.',
    'Die SVG-Datei deklariert Entitäten in ihrem DOCTYPE. Speichern Sie sie ohne Entitäten.',
  ],
  'apiError.UNSUPPORTED_FILE_TYPE.unread': [
    'Reading the image took too much time or memory. Choose a smaller one.',
    'Das Lesen des Bildes braucht zu viel Zeit oder Speicher. Wählen Sie ein kleineres.',
  ],
  'apiError.UPLOAD_INCOMPLETE': [
    'The upload was interrupted. Try again.',
    'Der Upload wurde unterbrochen. Versuchen Sie es noch einmal.',
  ],
  'apiError.UPSTREAM_UNAVAILABLE': [
    'A part of the system is not available. Try again in a moment.',
    'Ein Teil des Systems ist nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  ],
  'apiError.UP_TO_DATE': ['The theme is up to date.', 'Das Theme ist auf dem neuesten Stand.'],
  'fieldError.tooLong': ['Enter at most {n} characters.', 'Geben Sie höchstens {n} Zeichen ein.'],
  'fieldError.title': ['Enter a title.', 'Geben Sie einen Titel ein.'],
  'fieldError.slug': [
    'Use lower-case letters, digits and single hyphens. Some words are reserved.',
    'Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche. Manche Wörter sind reserviert.',
  ],
  'fieldError.parentPage': [
    'This page cannot be the parent page. Choose a different one.',
    'Diese Seite kann nicht übergeordnet sein. Wählen Sie eine andere.',
  ],
  'fieldError.pageType': [
    'A page with subpages must stay in the site structure. Move the subpages first.',
    'Eine Seite mit Unterseiten muss in der Seitenstruktur bleiben. Verschieben Sie zuerst die Unterseiten.',
  ],
  'fieldError.siteAccentColor': ['Enter a color such as #a8341b.', 'Geben Sie eine Farbe wie #a8341b ein.'],
  'fieldError.canonicalUrl': [
    'Enter a full address that begins with https:// or http://.',
    'Geben Sie eine vollständige Adresse ein, die mit https:// oder http:// beginnt.',
  ],
  'fieldError.publishedAt': [
    'Choose a date in the past. To publish later, schedule a draft.',
    'Wählen Sie ein Datum in der Vergangenheit. Planen Sie einen Entwurf, um später zu veröffentlichen.',
  ],
  'fieldError.unpublishAt': [
    'Choose a time after the publish date.',
    'Wählen Sie einen Zeitpunkt nach der Veröffentlichung.',
  ],
  'fieldError.relatedPosts': [
    'A post cannot be related to itself. Remove it from the list.',
    'Ein Beitrag kann nicht mit sich selbst verwandt sein. Entfernen Sie ihn aus der Liste.',
  ],
  'fieldError.username': [
    'Use 2 to 64 letters, digits, dots, hyphens and underscores.',
    'Verwenden Sie 2 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  ],
  'fieldError.email': ['Enter a valid email address.', 'Geben Sie eine gültige E-Mail-Adresse ein.'],
  'fieldError.password': ['Use 8 to 200 characters.', 'Verwenden Sie 8 bis 200 Zeichen.'],
  'fieldError.password.common': [
    'This password is one of the most common ones. Choose one that is harder to guess, such as several unrelated words.',
    'Dieses Passwort gehört zu den häufigsten. Wählen Sie eines, das schwerer zu erraten ist, etwa aus mehreren beliebigen Wörtern.',
  ],
  'fieldError.password.pattern': [
    'This password is a simple pattern. Choose one that is harder to guess, such as several unrelated words.',
    'Dieses Passwort ist ein einfaches Muster. Wählen Sie eines, das schwerer zu erraten ist, etwa aus mehreren beliebigen Wörtern.',
  ],
  'fieldError.password.name': [
    'This password is too similar to the username or the email address. Choose a different one.',
    'Dieses Passwort ähnelt dem Benutzernamen oder der E-Mail-Adresse zu sehr. Wählen Sie ein anderes.',
  ],
  'fieldError.siteUrl': [
    'Enter an absolute http(s) URL, or leave the field empty.',
    'Geben Sie eine vollständige URL mit http(s) ein, oder lassen Sie das Feld leer.',
  ],
  'fieldError.staticBaseUrl': [
    'Enter an absolute http(s) URL or a path that begins with a slash, or leave the field empty.',
    'Geben Sie eine vollständige URL mit http(s) oder einen Pfad mit / am Anfang ein, oder lassen Sie das Feld leer.',
  ],
  'fieldError.staticOutputDir': [
    'Enter a relative path without “.”, “..” and backslashes.',
    'Geben Sie einen relativen Pfad ohne „.“, „..“ und umgekehrte Schrägstriche ein.',
  ],
  'fieldError.rssEntryLimit': [
    'Enter a whole number from 1 to 1000.',
    'Geben Sie eine ganze Zahl von 1 bis 1000 ein.',
  ],
  'fieldError.siteLanguage': [
    'Enter a language tag such as en, de-AT or zh-Hant.',
    'Geben Sie ein Sprachkürzel wie de, de-AT oder zh-Hant ein.',
  ],
  'fieldError.siteTimezone': [
    'Enter a time zone such as UTC or Europe/Berlin.',
    'Geben Sie eine Zeitzone wie UTC oder Europe/Berlin ein.',
  ],
  'fieldError.postsPerPage': [
    'Enter a whole number from 1 to 100.',
    'Geben Sie eine ganze Zahl von 1 bis 100 ein.',
  ],
  'fieldError.url': [
    'Enter an address that begins with /, #, http, mailto or tel.',
    'Geben Sie eine Adresse ein, die mit /, #, http, mailto oder tel beginnt.',
  ],
  'fieldError.file': [
    'The file is empty. Choose a different one.',
    'Die Datei ist leer. Wählen Sie eine andere.',
  ],
  'apiError.WRONG_PASSWORD': ['The current password is wrong.', 'Das aktuelle Passwort ist falsch.'],
} satisfies Messages
