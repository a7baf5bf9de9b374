import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config/index.ts'
import { startFault } from './start-fault.ts'

const url = 'postgres://editor:hunter2@db.example.org/cms'
const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

describe('the fault of a database at a start', () => {
  it('names the variable, the server and the reason, and never the password', () => {
    const away = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The database is not available', {
      cause: withCode('', 'ECONNREFUSED'),
    })
    expect(startFault(away, url)).toEqual(
      new ConfigError([
        'DATABASE_URL: no PostgreSQL can be reached at db.example.org:5432 (ECONNREFUSED): start it, or name another one',
      ]),
    )
    expect(startFault(withCode('password authentication failed for user "editor"', '28P01'), url)).toEqual(
      new ConfigError([
        'DATABASE_URL: PostgreSQL at db.example.org:5432 refuses: password authentication failed for user "editor"',
      ]),
    )
  })

  it('names the resource that a server which answers lacks', () => {
    const cause = withCode('sorry, too many clients already', '53300')
    const full = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'The database is not available', {
      cause,
    })
    expect(startFault(full, url)).toEqual(
      new ConfigError([
        "DATABASE_URL: PostgreSQL at db.example.org:5432 can't work now, the database has no connection left: sorry, too many clients already",
      ]),
    )
  })

  it('leaves every other error as it is', () => {
    const error = withCode('syntax error', '42601')
    expect(startFault(error, url)).toBe(error)
  })
})
