/** Headers of the general request budget (contract.md#rate-limits). */
import { clientNetwork } from '@typecase/kernel'
import type { Request, Response } from 'express'
import { rateLimited } from '../../core/errors.ts'
import type { Budget, RateLimiter } from '../../core/rate-limit.ts'
import { clientAddress } from './client-address.ts'

/** Adds the headers of the budget of the client address, unless `charge` has already added headers. */
export function showBudget(limiter: RateLimiter, request: Request, response: Response): void {
  if (
    response.headersSent ||
    response.hasHeader('x-ratelimit-limit') ||
    !/^\/api(?:\/|$)/i.test(request.path)
  )
    return
  writeBudget(response, limiter.peek(addressOf(request)))
}

/** Charges one request to the user, or to the client address if there is no user. @throws RATE_LIMITED */
export function charge(limiter: RateLimiter, request: Request, response: Response, userId?: string): void {
  const budget = limiter.take(userId === undefined ? addressOf(request) : `user ${userId}`)
  writeBudget(response, budget)
  if (budget.exhausted) throw rateLimited(Math.max(1, budget.reset - Math.floor(Date.now() / 1000)))
}

export function writeBudget(
  response: Response,
  { limit, remaining, reset }: Pick<Budget, 'limit' | 'remaining' | 'reset'>,
): void {
  response.setHeader('x-ratelimit-limit', limit)
  response.setHeader('x-ratelimit-remaining', remaining)
  response.setHeader('x-ratelimit-reset', reset)
}

/** Key of the client's network. All clients of a network share one budget. */
const addressOf = (request: Request): string => `address ${clientNetwork(clientAddress(request))}`
