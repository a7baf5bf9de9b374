import { describe, expect, it } from 'vitest'
import { apiError } from '../api/client.ts'
import { type MessageKey, translate, type Values } from '../i18n/i18n.ts'
import { errorText, fieldErrorOf } from './error-text.ts'

const german = (key: MessageKey, values?: Values) => translate('de', key, values)
const english = (key: MessageKey, values?: Values) => translate('en', key, values)

describe('the text of an error', () => {
  it('is the translation of its code, with values from the response', () => {
    const taken = apiError(409, {
      error: 'A post with this slug already exists',
      code: 'DUPLICATE_SLUG',
      slug: 'ink',
    })
    expect(errorText(taken, german)).toBe('Die Adresse „ink“ ist schon vergeben. Wählen Sie eine andere.')
    expect(errorText(taken, english)).toBe('The address “ink” is already used. Choose a different one.')
    const many = apiError(429, { error: 'Too many requests', code: 'RATE_LIMITED' }, 1)
    expect(errorText(many, german)).toBe('Zu viele Anfragen. Versuchen Sie es in 1 Sekunde noch einmal.')
  })

  it('is the message of the API if the response lacks values for the translation', () => {
    expect(errorText(apiError(409, { error: 'x', code: 'DUPLICATE_SLUG' }), german)).toBe('x')
    expect(errorText(apiError(429, { error: 'Too many', code: 'RATE_LIMITED' }), german)).toBe('Too many')
  })

  it('about fields lists the error of each field', () => {
    const details = [
      { path: 'metadata.slug', message: 'A slug has lower-case letters' },
      { path: 'siteTitle', message: 'Must have at most 1000 characters' },
      { path: '3.url', message: 'Must be a path' },
    ]
    const invalid = apiError(400, {
      error: 'A slug has lower-case letters',
      code: 'VALIDATION_ERROR',
      details,
    })
    expect(errorText(invalid, german)).toBe(
      [
        'Verwenden Sie Kleinbuchstaben, Ziffern und einzelne Bindestriche. Manche Wörter sind reserviert.',
        'Geben Sie höchstens 1.000 Zeichen ein.',
        'Geben Sie eine Adresse ein, die mit /, #, http, mailto oder tel beginnt.',
      ].join(' '),
    )
    expect(fieldErrorOf(invalid, 'metadata.slug', german)).toMatch(/^Verwenden Sie Kleinbuchstaben/)
    expect(fieldErrorOf(invalid, 'title', german)).toBeUndefined()
  })

  it('about a file is the translation of its reason, or else the message of the API', () => {
    const refused = (more: object) =>
      apiError(415, { error: 'Unsupported', code: 'UNSUPPORTED_FILE_TYPE', ...more })
    const message = 'Files that end in .exe are not accepted.'
    expect(errorText(refused({ reason: 'extension', message }), german)).toBe(
      'Dieser Dateityp ist nicht erlaubt. Wählen Sie eine andere Datei.',
    )
    expect(errorText(refused({ reason: 'another', message }), german)).toBe(message)
    expect(errorText(refused({ message: '' }), german)).toMatch(/^Dieser Dateityp ist nicht erlaubt, oder/)
  })

  it('is the message of the API if there is no translation', () => {
    expect(errorText(apiError(418, { error: 'I am a teapot', code: 'TEAPOT' }), german)).toBe('I am a teapot')
    const details = [{ path: 'unheard.of', message: 'Must not be' }]
    expect(
      errorText(
        apiError(400, { error: 'unheard.of must not be', code: 'VALIDATION_ERROR', details }),
        german,
      ),
    ).toBe('unheard.of must not be')
    expect(fieldErrorOf(apiError(400, { details }), 'unheard.of', german)).toBe('Must not be')
  })
})
