/** Structured logs on standard error, one entry per line; standard output is for messages to the operator. */
import { destination, type Logger, pino } from 'pino'
import { currentContext, hasContext } from '../context/index.ts'
import { describeError } from './describe-error.ts'
import { readableLine } from './readable.ts'

export type { Logger } from 'pino'
export { readableLine } from './readable.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** `json` is for programs, `text` for people. */
export const logFormats = ['json', 'text'] as const
export type LogFormat = (typeof logFormats)[number]

const readable = { write: (line: string) => void process.stderr.write(`${readableLine(line.trimEnd())}\n`) }

/** Fields with these names are redacted everywhere. */
const secretFields = [
  'password',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'secretKey',
  'accessKey',
  'cookieSecret',
]
const redact = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])

/** Creates a logger. Within a call, every line carries the call's request id and trace. */
export const createLogger = (name: string, level: LogLevel = 'info', format: LogFormat = 'json'): Logger =>
  pino(
    {
      name,
      level,
      base: { service: name },
      redact: { paths: redact, censor: '[redacted]' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error) => describeError(error), error: (error) => describeError(error) },
      mixin: () => {
        if (!hasContext()) return {}
        const { requestId, traceparent } = currentContext()
        return { requestId, trace: traceparent.slice(3, 35) }
      },
    },
    format === 'text' ? readable : destination({ dest: 2, sync: true }),
  )
