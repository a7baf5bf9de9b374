import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/client.ts'
import { type MessageKey, translate, type Values } from '../i18n/i18n.ts'
import { errorText, faultOf } from './error-text.ts'

const german = (key: MessageKey, values?: Values) => translate('de', key, values)
const english = (key: MessageKey, values?: Values) => translate('en', key, values)

describe('the text of an error', () => {
  it('is that of its code, in the language of the reader, with what the API says of it', () => {
    const taken = new ApiError(409, {
      error: 'A post with this slug already exists',
      code: 'DUPLICATE_SLUG',
      slug: 'ink',
    })
    expect(errorText(taken, german)).toBe('Die Adresse „ink“ ist schon vergeben.')
    expect(errorText(taken, english)).toBe('The address “ink” is taken already.')
    const many = new ApiError(429, { error: 'Too many requests', code: 'RATE_LIMITED' }, 1)
    expect(errorText(many, german)).toBe('Zu viele Anfragen. Versuchen Sie es in 1 Sekunde noch einmal.')
  })

  it('is a whole sentence also where the API says less than usual', () => {
    expect(errorText(new ApiError(409, { error: 'x', code: 'DUPLICATE_SLUG' }), german)).toBe('x')
    expect(errorText(new ApiError(429, { error: 'Too many', code: 'RATE_LIMITED' }), german)).toBe('Too many')
  })

  it('of fields says what is wrong with each', () => {
    const details = [
      { path: 'metadata.slug', message: 'A slug has lower-case letters' },
      { path: 'siteTitle', message: 'Must have at most 1000 characters' },
      { path: '3.url', message: 'Must be a path' },
    ]
    const invalid = new ApiError(400, {
      error: 'A slug has lower-case letters',
      code: 'VALIDATION_ERROR',
      details,
    })
    expect(errorText(invalid, german)).toBe(
      'Erlaubt sind Kleinbuchstaben, Ziffern und einzelne Bindestriche; manche Wörter sind belegt. Höchstens 1.000 Zeichen. Eine Adresse beginnt mit /, #, http, mailto oder tel.',
    )
    expect(faultOf(invalid, 'metadata.slug', german)).toMatch(/^Erlaubt sind/)
    expect(faultOf(invalid, 'title', german)).toBeUndefined()
  })

  it('about a file is the reason, or the sentence of the API where the reason has no translation', () => {
    const refused = (more: object) =>
      new ApiError(415, { error: 'Unsupported', code: 'UNSUPPORTED_FILE_TYPE', ...more })
    const message = 'Files that end in .exe are not accepted.'
    expect(errorText(refused({ reason: 'extension', message }), german)).toBe(
      'Dateien dieser Art werden nicht angenommen.',
    )
    expect(errorText(refused({ reason: 'another', message }), german)).toBe(message)
    expect(errorText(refused({ message: '' }), german)).toMatch(
      /^Dateien dieser Art werden nicht angenommen, oder/,
    )
  })

  it('is that of the API where it has no translation', () => {
    expect(errorText(new ApiError(418, { error: 'I am a teapot', code: 'TEAPOT' }), german)).toBe(
      'I am a teapot',
    )
    const details = [{ path: 'unheard.of', message: 'Must not be' }]
    expect(
      errorText(
        new ApiError(400, { error: 'unheard.of must not be', code: 'VALIDATION_ERROR', details }),
        german,
      ),
    ).toBe('unheard.of must not be')
    expect(faultOf(new ApiError(400, { details }), 'unheard.of', german)).toBe('Must not be')
  })
})
