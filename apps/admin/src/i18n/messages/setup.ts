import type { Messages } from '../message.ts'

/** The first start. */
export const setup = {
  'setup.welcome': ['Welcome to Typecase', 'Willkommen bei Typecase'],
  'setup.claimText': [
    'Typecase printed a password in the terminal when it started. Enter it to create your own account.',
    'Typecase hat beim Start ein Passwort im Terminal ausgegeben. Damit legen Sie Ihr eigenes Konto an.',
  ],
  'setup.code': ['The printed password', 'Das ausgegebene Passwort'],
  'setup.codeHint': [
    'In a cluster it is in the log of the identity service.',
    'In einem Cluster steht es im Protokoll des Dienstes identity.',
  ],
  'setup.username': ['Your username', 'Ihr Benutzername'],
  'setup.usernameHint': [
    '2 to 64 letters, digits, dots, hyphens and underscores',
    '2 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche',
  ],
  'setup.email': ['Your email address', 'Ihre E-Mail-Adresse'],
  'setup.password': ['Your own password', 'Ihr eigenes Passwort'],
  'setup.passwordHint': ['At least 8 characters', 'Mindestens 8 Zeichen'],
  'setup.claim': ['Create my account', 'Mein Konto anlegen'],
  'setup.wrongCode': [
    'This is not the printed password. Copy it from the terminal again.',
    'Das ist nicht das ausgegebene Passwort. Kopieren Sie es noch einmal aus dem Terminal.',
  ],
  'setup.logIn': [
    'Log in with the printed password instead',
    'Stattdessen mit dem ausgegebenen Passwort anmelden',
  ],
  'setup.chooseOwn': ['Choose an account of my own', 'Ein eigenes Konto festlegen'],
  'setup.step': ['Step {n} of {total}', 'Schritt {n} von {total}'],
  'setup.continue': ['Continue', 'Weiter'],
  'setup.skip': ['Skip this step', 'Diesen Schritt überspringen'],
  'setup.leave': ['Set up later', 'Später einrichten'],
  'setup.site': ['What is your site called?', 'Wie heißt Ihre Website?'],
  'setup.siteText': [
    'Visitors see the title on every page. You can change both at any time.',
    'Den Titel sehen Besucher auf jeder Seite. Beides können Sie jederzeit ändern.',
  ],
  'setup.theme': ['What should it look like?', 'Wie soll sie aussehen?'],
  'setup.themeText': [
    'There are more in the marketplace, and you can change your mind later.',
    'Im Marktplatz gibt es weitere, und Sie können es sich später anders überlegen.',
  ],
  'setup.themes': ['Theme', 'Theme'],
  'setup.themePreview': ['A post in {title}', 'Ein Beitrag in {title}'],
  'setup.sampleTitle': ['The first of many', 'Der erste von vielen'],
  'setup.sampleText': [
    'This is how a post will read: a few words to begin with, then **what matters**, and a [link](/).\n\n## A heading\n\n> A line worth quoting.\n\n- one\n- two\n- three',
    'So wird sich ein Beitrag lesen: ein paar Worte zu Beginn, dann **worauf es ankommt**, und ein [Link](/).\n\n## Eine Überschrift\n\n> Ein Satz zum Zitieren.\n\n- eins\n- zwei\n- drei',
  ],
  'setup.post': ['Write the first post', 'Schreiben Sie den ersten Beitrag'],
  'setup.postText': [
    'A sentence is enough. The editor has everything else: pictures, a preview, tags, a date in the future.',
    'Ein Satz genügt. Alles andere hat der Editor: Bilder, eine Vorschau, Schlagwörter, ein Datum in der Zukunft.',
  ],
  'setup.postContent': ['Text', 'Text'],
  'setup.publish': ['Publish it', 'Veröffentlichen'],
  'setup.done': ['Your site is set up', 'Ihre Website ist eingerichtet'],
  'setup.making': ['Generating its pages …', 'Ihre Seiten werden gerade erzeugt …'],
  'setup.online': ['Its pages are online.', 'Ihre Seiten sind online.'],
  'setup.failed': ['Its pages could not be generated.', 'Ihre Seiten konnten nicht erzeugt werden.'],
  'setup.toPublish': ['See why', 'Sehen Sie, warum'],
} satisfies Messages
