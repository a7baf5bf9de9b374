import type { Messages } from '../message.ts'

/** Setup of a new installation. */
export const setup = {
  'setup.welcome': ['Welcome to Typecase', 'Willkommen bei Typecase'],
  'setup.claimText': [
    'Typecase printed a password in the terminal when it started. Enter it to create your own account.',
    'Typecase hat beim Start ein Passwort im Terminal ausgegeben. Damit legen Sie Ihr eigenes Konto an.',
  ],
  'setup.code': ['The printed password', 'Das ausgegebene Passwort'],
  'setup.codeHint': [
    'In a cluster, it is in the log of the identity service.',
    'In einem Cluster steht es im Log des Dienstes „identity“.',
  ],
  'setup.username': ['Your username', 'Ihr Benutzername'],
  'setup.usernameHint': [
    '2 to 64 letters, digits, dots, hyphens and underscores',
    '2 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche',
  ],
  'setup.email': ['Your email address', 'Ihre E-Mail-Adresse'],
  'setup.password': ['Your new password', 'Ihr neues Passwort'],
  'setup.passwordHint': ['At least 8 characters', 'Mindestens 8 Zeichen'],
  'setup.claim': ['Create account', 'Konto anlegen'],
  'setup.wrongCode': [
    'This is not the printed password. Copy it from the terminal again.',
    'Das ist nicht das ausgegebene Passwort. Kopieren Sie es noch einmal aus dem Terminal.',
  ],
  'setup.logIn': [
    'Log in with the printed password instead',
    'Stattdessen mit dem ausgegebenen Passwort anmelden',
  ],
  'setup.chooseOwn': ['Create my own account', 'Eigenes Konto anlegen'],
  'setup.step': ['Step {n} of {total}', 'Schritt {n} von {total}'],
  'setup.continue': ['Continue', 'Weiter'],
  'setup.skip': ['Skip this step', 'Diesen Schritt überspringen'],
  'setup.leave': ['Set up later', 'Später einrichten'],
  'setup.site': ['What is your site called?', 'Wie heißt Ihre Website?'],
  'setup.siteText': [
    'Visitors see the title on every page. You can change title and description at any time.',
    'Den Titel sehen Besucher auf jeder Seite. Titel und Beschreibung können Sie jederzeit ändern.',
  ],
  'setup.theme': ['What should it look like?', 'Wie soll sie aussehen?'],
  'setup.themeText': [
    'You can change the theme at any time. The marketplace has more themes.',
    'Sie können das Theme jederzeit wechseln. Im Marktplatz gibt es weitere Themes.',
  ],
  'setup.themes': ['Theme', 'Theme'],
  'setup.themePreview': ['A post in {title}', 'Ein Beitrag in {title}'],
  'setup.sampleTitle': ['The first of many', 'Der erste von vielen'],
  'setup.sampleText': [
    'This is how a post will read: a few words to begin with, then **what matters**, and a [link](/).\n\n## A heading\n\n> A line worth quoting.\n\n- one\n- two\n- three',
    'So liest sich ein Beitrag: ein paar einleitende Worte, dann **das Wesentliche** und ein [Link](/).\n\n## Eine Überschrift\n\n> Ein Satz zum Zitieren.\n\n- eins\n- zwei\n- drei',
  ],
  'setup.post': ['Write your first post', 'Schreiben Sie Ihren ersten Beitrag'],
  'setup.postText': [
    'One sentence is enough. The editor also has images, a preview, tags and scheduling.',
    'Ein Satz genügt. Der Editor bietet auch Bilder, eine Vorschau, Schlagwörter und geplante Veröffentlichungen.',
  ],
  'setup.postContent': ['Text', 'Text'],
  'setup.publish': ['Publish', 'Veröffentlichen'],
  'setup.done': ['Your site is set up', 'Ihre Website ist eingerichtet'],
  'setup.generating': ['Generating the site …', 'Die Website wird generiert …'],
  'setup.online': ['Your site is online.', 'Ihre Website ist online.'],
  'setup.failed': ['The site could not be generated.', 'Die Website konnte nicht generiert werden.'],
  'setup.toPublish': ['Show errors', 'Fehler anzeigen'],
} satisfies Messages
