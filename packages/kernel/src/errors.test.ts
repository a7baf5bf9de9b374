import { describe, expect, it } from 'vitest'
import {
  AppError,
  anonymous,
  invalid,
  requireAdmin,
  requireUser,
  serviceActor,
  type UserActor,
} from './index.ts'

const editor: UserActor = { kind: 'user', id: '1', username: 'ed', role: 'editor', sessionId: 's' }

const codeOf = (work: () => unknown): string | undefined => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return `${error.kind} ${error.code}`
    throw error
  }
  return undefined
}

describe('the error for invalid input', () => {
  it('has the message of the first error and lists all errors', () => {
    const error = invalid([
      { path: 'a', message: 'A is required' },
      { path: 'b', message: 'B is required' },
    ])
    expect(error.message).toBe('A is required')
    expect(error.problems).toHaveLength(2)
    expect(invalid([{ path: 'a', message: 'x' }], 'Title is required').message).toBe('Title is required')
  })
})

describe('an access check', () => {
  it('distinguishes unauthenticated callers from forbidden ones', () => {
    expect(codeOf(() => requireUser(anonymous))).toBe('unauthenticated UNAUTHORIZED')
    expect(codeOf(() => requireUser(serviceActor('media')))).toBe('forbidden FORBIDDEN')
    expect(codeOf(() => requireAdmin(anonymous))).toBe('unauthenticated UNAUTHORIZED')
    expect(codeOf(() => requireAdmin(editor))).toBe('forbidden FORBIDDEN')
  })

  it('returns the user with sufficient rights', () => {
    expect(requireUser(editor)).toBe(editor)
    expect(requireAdmin({ ...editor, role: 'admin' }).role).toBe('admin')
  })
})
