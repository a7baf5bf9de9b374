import { useCallback } from 'react'
import { ApiError, type FieldError } from '../api/client.ts'
import { type MessageKey, messages, type Translate, useT, type Values } from '../i18n/i18n.ts'

/** Message for any error, in the user's language; the API's message if there is no translation. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.unexpected')
  if (error.code === 'OFFLINE') return t('error.offline')
  if (error.code === 'FORBIDDEN') return t('error.forbidden')
  if (error.code === 'VALIDATION_ERROR') return fieldErrorsText(error, t) ?? error.message
  const { retryAfter, body } = error
  const values = { ...textsIn(body), ...(retryAfter === undefined ? {} : { seconds: retryAfter }) }
  if (error.code === 'UNSUPPORTED_FILE_TYPE') {
    const byReason = translated(`apiError.UNSUPPORTED_FILE_TYPE.${body.reason}`, values, t)
    if (byReason) return byReason
    if (typeof body.message === 'string' && body.message !== '') return body.message
  }
  return translated(`apiError.${error.code}`, values, t) ?? error.message
}

export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return useCallback((error: unknown) => errorText(error, t), [t])
}

export function fieldErrorOf(error: unknown, path: string, t: Translate): string | undefined {
  const detail = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return detail && (fieldErrorText(detail, t) ?? detail.message)
}

/** Message about a wrong current password in a form. */
export function currentPasswordError(error: unknown, t: Translate): string | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'WRONG_PASSWORD' || code === 'CURRENT_PASSWORD_REQUIRED' ? t(`apiError.${code}`) : undefined
}

/** Messages of all fields; undefined if one of them has no translation. */
function fieldErrorsText({ details }: ApiError, t: Translate): string | undefined {
  const texts = details.map((detail) => fieldErrorText(detail, t))
  return texts.length > 0 && texts.every((text) => text !== undefined)
    ? [...new Set(texts)].join(' ')
    : undefined
}

/** Why a password is rejected: patterns of the API's messages, with the keys of their translations. */
const weakPasswords = [
  [/one of the most common/, 'fieldError.password.common'],
  [/simple pattern/, 'fieldError.password.pattern'],
  [/too similar to the username/, 'fieldError.password.name'],
] as const satisfies readonly (readonly [RegExp, MessageKey])[]

/**
 * Message for the last part of the path, such as `url` of `0.url`. A maximum length is read from the API's
 * message, because no other field of the error has it.
 */
function fieldErrorText({ path, message }: FieldError, t: Translate): string | undefined {
  const [, max] = /at most (\d+) characters$/.exec(message) ?? []
  if (max) return t('fieldError.tooLong', { n: Number(max) })
  const weak = path === 'password' ? weakPasswords.find(([pattern]) => pattern.test(message)) : undefined
  if (weak) return t(weak[1])
  return translated(`fieldError.${path.split('.').at(-1)}`, {}, t)
}

/** Undefined if the message does not exist or a placeholder has no value. */
function translated(key: string, values: Values, t: Translate): string | undefined {
  if (!(key in messages)) return undefined
  const text = t(key as MessageKey, values)
  return /\{\w/.test(text) ? undefined : text
}

const textsIn = (body: ApiError['body']): Values =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string | number] =>
      /string|number/.test(typeof entry[1]),
    ),
  )
