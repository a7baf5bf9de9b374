/** The general request budget on the wire (D1.5). */
import { isIPv6 } from 'node:net'
import type { Request, Response } from 'express'
import { rateLimited } from '../../core/errors.ts'
import type { Budget, RateLimiter } from '../../core/rate-limit.ts'

/** Every answer below /api tells the caller's budget; where nobody was charged, that of the address. */
export function showBudget(limiter: RateLimiter, request: Request, response: Response): void {
  if (response.headersSent || response.hasHeader('x-ratelimit-limit') || !/^\/api(?:\/|$)/i.test(request.path)) return
  writeBudget(response, limiter.peek(addressOf(request)))
}

/** Takes one request from the budget of that user, else of the client's address. @throws RATE_LIMITED */
export function charge(limiter: RateLimiter, request: Request, response: Response, userId?: string): void {
  const budget = limiter.take(userId === undefined ? addressOf(request) : `user ${userId}`)
  writeBudget(response, budget)
  if (budget.exhausted) throw rateLimited(Math.max(1, budget.reset - Math.floor(Date.now() / 1000)))
}

export function writeBudget(response: Response, { limit, remaining, reset }: Pick<Budget, 'limit' | 'remaining' | 'reset'>): void {
  response.setHeader('x-ratelimit-limit', limit)
  response.setHeader('x-ratelimit-remaining', remaining)
  response.setHeader('x-ratelimit-reset', reset)
}

/** An IPv6 client owns a /64 and counts as one. */
function addressOf(request: Request): string {
  // Where no proxy names another, it is the peer, and the list of trusted ones need not be walked.
  const ip = (request.headers['x-forwarded-for'] === undefined ? request.socket.remoteAddress : request.ip) ?? ''
  if (!ip.includes(':') || !isIPv6(ip) || ip.toLowerCase().startsWith('::ffff:')) return `address ${ip}`
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? left : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `address ${groups.slice(0, 4).join(':')}::/64`
}
