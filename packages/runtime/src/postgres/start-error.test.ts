import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config/index.ts'
import { startError } from './start-error.ts'

const url = 'postgres://editor:hunter2@db.example.org/cms'
const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

describe('a database error at start', () => {
  it('names the variable, the server and the reason, never the password', () => {
    const away = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The database is not available', {
      cause: withCode('', 'ECONNREFUSED'),
    })
    expect(startError(away, url)).toEqual(
      new ConfigError([
        'DATABASE_URL: PostgreSQL at db.example.org:5432 is unreachable (ECONNREFUSED): start it, or set another URL',
      ]),
    )
    expect(startError(withCode('password authentication failed for user "editor"', '28P01'), url)).toEqual(
      new ConfigError([
        'DATABASE_URL: PostgreSQL at db.example.org:5432 refuses the connection: password authentication failed for user "editor"',
      ]),
    )
  })

  it('names the exhausted resource of a running server', () => {
    const cause = withCode('sorry, too many clients already', '53300')
    const full = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The database is not available', {
      cause,
    })
    expect(startError(full, url)).toEqual(
      new ConfigError([
        'DATABASE_URL: PostgreSQL at db.example.org:5432 is out of resources, the database has no free connection: sorry, too many clients already',
      ]),
    )
  })

  it('does not change other errors', () => {
    const error = withCode('syntax error', '42601')
    expect(startError(error, url)).toBe(error)
  })
})
