import { useCallback } from 'react'
import { ApiError } from '../api/client.ts'
import { type Translate, useT } from '../i18n/i18n.ts'

/** One sentence for any failure. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('error.unexpected')
  if (error.code === 'OFFLINE') return t('error.offline')
  if (error.code === 'FORBIDDEN') return t('error.forbidden')
  return error.message
}

export function useErrorText(): (error: unknown) => string {
  const t = useT()
  return useCallback((error: unknown) => errorText(error, t), [t])
}

/** The fault that the API found with one field of a form. */
export const faultOf = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.details.find((fault) => fault.path === path)?.message : undefined
