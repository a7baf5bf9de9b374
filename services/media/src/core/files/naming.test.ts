import { expect, test } from 'vitest'
import { cleanedName, extensionOf, normalisedBase, storedName } from './naming.ts'

test.each([
  ['My Summer PHOTO.PNG', 'my-summer-photo'],
  ['!!!.png', 'file'],
  ['.png', 'file'],
  ['Größe Ångström.jpg', 'grosse-angstrom'],
  ['../../secret/passwd.png', 'passwd'],
  ['C:\\photos\\Sea side.png', 'sea-side'],
  ['shell.php.png', 'shell-php'],
  ['ﬁne.png', 'fine'],
  ['日本.png', 'file'],
  ['--a__b--.png', 'a-b'],
  [`${'x'.repeat(300)}.png`, 'x'.repeat(100)],
])('the name %s is normalized to %s (contract.md#media-names)', (name, expected) => {
  expect(normalisedBase(name)).toBe(expected)
})

test('the stored name consists of the normalized name, a hyphen, a unique id and the extension', () => {
  expect(storedName('My Photo.JPEG', '0190f000-0000-7000-8000-000000000001')).toBe(
    'my-photo-0190f000000070008000000000000001.jpeg',
  )
})

test.each([
  ['a.tar.GZ', 'gz'],
  ['noextension', ''],
  ['a.b/c', ''],
  ['trailing.', ''],
])('the extension of %s is "%s"', (name, expected) => {
  expect(extensionOf(name)).toBe(expected)
})

test('the original name is stored without path, control and direction characters, and with at most 255 characters', () => {
  expect(cleanedName('a/b\\evil\u202egnp\n.png')).toBe('evilgnp.png')
  expect(cleanedName('StoredContent Name ÄÖ.PNG')).toBe('StoredContent Name ÄÖ.PNG')
  expect([...cleanedName('😀'.repeat(300))]).toHaveLength(255)
})
