/** AppError on the wire: status code, message, and google.rpc.Status in `grpc-status-details-bin`. */
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js'
import { loadMessage } from '@typecase/contracts/proto'
import {
  AppError,
  type ErrorKind,
  errorKinds,
  isAppError,
  type Problem,
  upstreamUnavailable,
} from '@typecase/kernel'

/** The gRPC status of each kind of error. */
const codeOfKind: Record<ErrorKind, status> = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.ALREADY_EXISTS,
  stale: status.ABORTED,
  refused: status.FAILED_PRECONDITION,
  limited: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
  internal: status.INTERNAL,
}
const kindOfCode = new Map(errorKinds.map((kind) => [codeOfKind[kind], kind]))

const domain = 'typecase'
const detailsKey = 'grpc-status-details-bin'
/**
 * Limits in bytes. Errors travel in HTTP/2 headers, and more than 64 KiB of headers close the connection. The
 * message is sent twice, once percent-encoded (three bytes per byte); fields and problems are base64.
 */
const detailsLimit = 40 * 1024
const messageLimit = 2 * 1024
const fieldsLimit = 16 * 1024

const statusMessage = loadMessage('google.rpc.Status')
const errorInfo = loadMessage('google.rpc.ErrorInfo')
const badRequest = loadMessage('google.rpc.BadRequest')

export function toStatus(error: AppError): Partial<StatusObject> {
  const code = codeOfKind[error.kind]
  const message = shortened(error.message, messageLimit)
  const { fields, size } = fittingFields(error.fields)
  const problems = fittingProblems(error.problems, detailsLimit - size)
  const details = [
    any('google.rpc.ErrorInfo', errorInfo.serialize({ reason: error.code, domain, metadata: fields })),
    ...(problems.length === 0
      ? []
      : [any('google.rpc.BadRequest', badRequest.serialize({ fieldViolations: problems.map(toViolation) }))]),
  ]
  const metadata = new Metadata()
  metadata.set(detailsKey, statusMessage.serialize({ code, message, details }))
  return { code, details: message, metadata }
}

/** The status for bugs. Its text is fixed, so that callers learn no details. */
export const internalStatus: Partial<StatusObject> = { code: status.INTERNAL, details: 'Internal error' }

/** The AppError that the server sent. If it sent none, the server is unavailable, too slow or broken. */
export function fromServiceError(error: ServiceError): AppError {
  const packed = error.metadata?.get(detailsKey)[0]
  if (Buffer.isBuffer(packed)) {
    const known = fromDetails(packed, error)
    if (known) return known
  }
  const away =
    error.code === status.UNAVAILABLE ||
    error.code === status.DEADLINE_EXCEEDED ||
    error.code === status.CANCELLED
  return away
    ? upstreamUnavailable(error)
    : new AppError('internal', 'INTERNAL', 'Internal error', { cause: error })
}

/** True if the server runs an older version without the method. */
export const isUnimplemented = (error: unknown): boolean =>
  isAppError(error) && (error.cause as Partial<ServiceError> | undefined)?.code === status.UNIMPLEMENTED

/** True if the server refused the caller: invalid signature, or not allowed to call the method. */
export const isRefused = (error: unknown): boolean => {
  if (!isAppError(error) || error.code !== 'INTERNAL') return false
  const code = (error.cause as Partial<ServiceError> | undefined)?.code
  return code === status.UNAUTHENTICATED || code === status.PERMISSION_DENIED
}

/** True if the server itself sent the error; false if the server was not reached. */
export const hasDetails = (error: ServiceError): boolean => (error.metadata?.get(detailsKey).length ?? 0) > 0

interface WireStatus {
  message: string
  // The bundled well-known type has snake case.
  details: { type_url: string; value: Buffer }[]
}

function fromDetails(packed: Buffer, cause: ServiceError): AppError | undefined {
  const wire = statusMessage.deserialize(packed) as WireStatus
  const part = (name: string) => wire.details.find((detail) => detail.type_url.endsWith(`/${name}`))?.value
  const info = part('google.rpc.ErrorInfo')
  const kind = kindOfCode.get(cause.code)
  if (!info || !kind) return undefined
  const { reason, metadata } = errorInfo.deserialize(info) as {
    reason: string
    metadata: Record<string, string>
  }
  const violations = part('google.rpc.BadRequest')
  const problems = violations
    ? (badRequest.deserialize(violations) as { fieldViolations: { field: string; description: string }[] })
        .fieldViolations
    : []
  return new AppError(kind, reason, wire.message, {
    fields: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, JSON.parse(value)])),
    problems: problems.map(({ field, description }) => ({ path: field, message: description })),
    cause,
  })
}

const any = (name: string, value: Buffer) => ({ type_url: `type.googleapis.com/${name}`, value })

/** At most `limit` bytes of UTF-8, cut between characters. */
function shortened(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  let cut = text.slice(0, limit)
  while (Buffer.byteLength(cut) > limit - 3) cut = cut.slice(0, Math.floor(cut.length * 0.9))
  return `${cut.toWellFormed()}…`
}

/** Returns as many fields as fit, as JSON, and their size in bytes. Truncates a long list. */
function fittingFields(given: AppError['fields']): { fields: Record<string, string>; size: number } {
  const fields: Record<string, string> = {}
  let size = 0
  for (const [name, value] of Object.entries(given)) {
    const text = fittingJson(value, fieldsLimit - size)
    if (text === undefined) continue
    size += Buffer.byteLength(text)
    fields[name] = text
  }
  return { fields, size }
}

function fittingJson(value: unknown, limit: number): string | undefined {
  const text = JSON.stringify(value) ?? 'null'
  if (Buffer.byteLength(text) <= limit) return text
  if (!Array.isArray(value)) return undefined
  let size = 2
  const cut = value.findIndex((item) => {
    size += Buffer.byteLength(JSON.stringify(item) ?? 'null') + 1
    return size > limit
  })
  return cut < 1 ? undefined : JSON.stringify(value.slice(0, cut))
}

const toViolation = ({ path, message }: Problem) => ({ field: path, description: message })

/** Returns as many problems as fit in `limit` bytes; the last entry counts the omitted problems. */
function fittingProblems(problems: readonly Problem[], limit: number): readonly Problem[] {
  let size = 0
  const cut = problems.findIndex(({ path, message }) => {
    size += Buffer.byteLength(path) + Buffer.byteLength(message) + 8
    return size > limit
  })
  if (cut < 0) return problems
  return [...problems.slice(0, cut), { path: '', message: `and ${problems.length - cut} further errors` }]
}
