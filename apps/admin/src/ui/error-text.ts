import { useCallback } from 'react'
import { ApiError, type Fault } from '../api/client.ts'
import { type MessageKey, messages, type Translate, useT, type Values } from '../i18n/i18n.ts'

/** One sentence for any failure. What nobody has translated is told as the API tells it. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.unexpected')
  if (error.code === 'OFFLINE') return t('error.offline')
  if (error.code === 'FORBIDDEN') return t('error.forbidden')
  if (error.code === 'VALIDATION_ERROR') return faultsText(error, t) ?? error.message
  const { retryAfter, body } = error
  const values = { ...textsIn(body), ...(retryAfter === undefined ? {} : { seconds: retryAfter }) }
  if (error.code === 'UNSUPPORTED_FILE_TYPE') {
    const byReason = translated(`refused.UNSUPPORTED_FILE_TYPE.${body.reason}`, values, t)
    if (byReason) return byReason
    if (typeof body.message === 'string' && body.message !== '') return body.message
  }
  return translated(`refused.${error.code}`, values, t) ?? error.message
}

export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return useCallback((error: unknown) => errorText(error, t), [t])
}

/** The fault that the API found with one field of a form. */
export function faultOf(error: unknown, path: string, t: Translate): string | undefined {
  const fault = error instanceof ApiError ? error.details.find((each) => each.path === path) : undefined
  return fault && (faultText(fault, t) ?? fault.message)
}

/** What is wrong with the current password that a form asked for. */
export function currentPasswordFault(error: unknown, t: Translate): string | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  return code === 'WRONG_PASSWORD' || code === 'CURRENT_PASSWORD_REQUIRED' ? t(`refused.${code}`) : undefined
}

/** All faults, if each is of a known field. */
function faultsText({ details }: ApiError, t: Translate): string | undefined {
  const texts = details.map((fault) => faultText(fault, t))
  return texts.length > 0 && texts.every((text) => text !== undefined)
    ? [...new Set(texts)].join(' ')
    : undefined
}

/** Why a password is too easy to guess, by the sentence of the API. */
const weakPasswords = [
  [/one of the most common/, 'fault.password.common'],
  [/simple pattern/, 'fault.password.pattern'],
  [/too similar to the username/, 'fault.password.name'],
] as const satisfies readonly (readonly [RegExp, MessageKey])[]

/** By the last name of the path, `0.url` and `metadata.slug` too. How long something may be, the API alone knows. */
function faultText({ path, message }: Fault, t: Translate): string | undefined {
  const [, most] = /at most (\d+) characters$/.exec(message) ?? []
  if (most) return t('fault.tooLong', { n: Number(most) })
  const weak = path === 'password' ? weakPasswords.find(([form]) => form.test(message)) : undefined
  if (weak) return t(weak[1])
  return translated(`fault.${path.split('.').at(-1)}`, {}, t)
}

/** Undefined where there is no such message, or it names something that is not given. */
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
