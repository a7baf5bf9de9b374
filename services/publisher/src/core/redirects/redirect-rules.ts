/** Validates redirects (contract.md#redirects). Pure. */
import { AppError, invalid, type Problem, redirectKey } from '@typecase/kernel'
import {
  addressError,
  type Redirect,
  type RedirectRule,
  type RedirectStatus,
  redirectStatuses,
} from '../site/redirects.ts'

export interface RedirectInput {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly status?: number | undefined
}

const longest = 2_000

export const redirectNotFound = (): AppError =>
  new AppError('not_found', 'REDIRECT_NOT_FOUND', 'Redirect not found')

const duplicateRedirect = (from: string): AppError =>
  new AppError('conflict', 'DUPLICATE_REDIRECT', `A redirect from ${from} already exists`, {
    fields: { from },
  })

/** The validated redirect. @throws VALIDATION_ERROR with all errors, or DUPLICATE_REDIRECT */
export function checkedRule(
  input: RedirectInput,
  before: RedirectRule | undefined,
  others: ReadonlyMap<string, RedirectRule>,
): RedirectRule {
  const from = (input.from ?? before?.from ?? '').trim()
  const status = input.status ?? before?.status ?? 301
  const isGone = status === 410
  const given = isGone ? input.to : (input.to ?? before?.to ?? undefined)
  const to = given?.trim() ?? ''
  const problems = [...fromProblems(from), ...statusProblems(status), ...toProblems(to, isGone)]
  if (problems.length > 0) throw invalid(problems)
  if (others.has(redirectKey(from))) throw duplicateRedirect(from)
  const rule: RedirectRule = { from, to: isGone ? null : to, status: status as RedirectStatus }
  const loop = loopFrom(rule, others)
  if (loop) throw invalid([{ path: 'to', message: loop }])
  return rule
}

export const byKey = (redirects: readonly Redirect[], except?: string): Map<string, Redirect> =>
  new Map(redirects.flatMap((one) => (one.id === except ? [] : [[redirectKey(one.from), one] as const])))

function fromProblems(from: string): Problem[] {
  const error = addressError(from)
  if (error) return [{ path: 'from', message: `from ${error}` }]
  return redirectKey(from) === '/' ? [{ path: 'from', message: 'from must not be the home page' }] : []
}

function statusProblems(status: number): Problem[] {
  return (redirectStatuses as readonly number[]).includes(status)
    ? []
    : [{ path: 'status', message: `status must be one of ${redirectStatuses.join(', ')}` }]
}

function toProblems(to: string, isGone: boolean): Problem[] {
  if (isGone) return to === '' ? [] : [{ path: 'to', message: 'to must be empty for status 410' }]
  if (to === '') return [{ path: 'to', message: 'to is required' }]
  if (/^https?:\/\//i.test(to)) {
    if (to.length <= longest && URL.canParse(to) && !/[\s\p{Cc}]/u.test(to)) return []
    return [{ path: 'to', message: 'to must be a valid http(s) address' }]
  }
  const error = addressError(to.replace(/[?#].*$/s, ''))
  if (!error) return []
  return [{ path: 'to', message: `to is neither an http(s) address nor a valid path: the path ${error}` }]
}

/** Follows the redirect through the other rules. Returns a message for a loop. */
function loopFrom(rule: RedirectRule, others: ReadonlyMap<string, RedirectRule>): string | undefined {
  const start = redirectKey(rule.from)
  const seen = new Set<string>()
  for (let to = rule.to; to?.startsWith('/'); ) {
    const key = redirectKey(to)
    if (key === start) return `${rule.from} would redirect to itself`
    if (seen.has(key)) return undefined
    seen.add(key)
    to = others.get(key)?.to ?? null
  }
  return undefined
}
