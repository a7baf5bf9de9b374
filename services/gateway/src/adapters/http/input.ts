/** From the bytes of a request to checked values: URL query and JSON body. */
import type { IncomingMessage } from 'node:http'
import type { Problem } from '@typecase/kernel'
import { bodyTooLarge, bodyTooSlow, invalidInput, malformedBody, wrongContentType } from '../../core/errors.ts'
import { inexact, parseExactly } from './exact-json.ts'

const maxDepth = 32
const maxNodes = 200_000
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The query of a URL. An empty value counts as absent (D4.4); a name given several times has all its values, which no
 * schema takes.
 */
export function queryOf(url: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  const at = url.indexOf('?')
  if (at < 0) return query
  const found = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(url.slice(at + 1))) {
    if (value !== '') found.set(name, [...(found.get(name) ?? []), value])
  }
  const problems: Problem[] = []
  for (const [name, values] of found) {
    if (values.some((value) => value.includes('\0'))) problems.push({ path: name, message: 'Must not contain the character NUL' })
    query[name] = values.length > 1 ? values : (values[0] as string)
  }
  if (problems.length > 0) throw invalidInput(problems)
  return query
}

/**
 * The JSON body and its bytes; undefined when none was sent.
 * @throws UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, MALFORMED_BODY, VALIDATION_ERROR
 */
export async function jsonBody(request: IncomingMessage, limit: number): Promise<{ value: unknown; bytes: Buffer }> {
  const none = { value: undefined, bytes: Buffer.alloc(0) }
  if (!announcesBody(request)) return none
  const type = request.headers['content-type']
  if (type !== undefined && !isJson(type)) throw wrongContentType('application/json')
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return none
  if (type === undefined) throw wrongContentType('application/json')
  return { value: parseJson(bytes), bytes }
}

export const announcesBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8')
}

/** Bytes a second below which a body is too slow, after a grace of 15 s. */
const slowest = 16 * 1024
const graceMs = 15_000

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge()
  const chunks: Buffer[] = []
  let size = 0
  const started = Date.now()
  return new Promise((resolve, reject) => {
    const pace = setInterval(() => {
      if (Date.now() - started > graceMs + (size / slowest) * 1000) done(() => reject(bodyTooSlow()))
    }, 1000)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return done(() => reject(bodyTooLarge()))
      chunks.push(chunk)
    }
    const onEnd = () => done(() => resolve(Buffer.concat(chunks)))
    const onBroken = () => done(() => reject(malformedBody('The request body broke off')))
    const done = (settle: () => void) => {
      clearInterval(pace)
      request.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      settle()
    }
    request.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

/** @throws MALFORMED_BODY for what is no JSON in UTF-8, VALIDATION_ERROR for JSON that we refuse on principle (D1.7). */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = parseExactly(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw malformedBody('The request body is not valid JSON')
  }
  const problems = faultsOf(value)
  if (problems.length > 0) throw invalidInput(problems)
  return value
}

interface Node {
  readonly value: unknown
  readonly path: string
  readonly depth: number
}

/** Prototype keys, too deep or too large a tree, and text or numbers that can't be stored as they are. */
function faultsOf(root: unknown): Problem[] {
  const problems: Problem[] = []
  const open: Node[] = [{ value: root, path: '', depth: 0 }]
  let nodes = 0
  for (let node = open.pop(); node && problems.length < 100; node = open.pop()) {
    if (++nodes > maxNodes) return [{ path: '', message: `Must not have more than ${maxNodes} values` }]
    if (node.depth > maxDepth) return [{ path: node.path, message: `Must not be nested deeper than ${maxDepth}` }]
    const message = scalarFault(node.value)
    if (message) problems.push({ path: node.path, message })
    for (const child of childrenOf(node)) {
      const key = child.path.slice(node.path === '' ? 0 : node.path.length + 1)
      if (prototypeKeys.has(key)) problems.push({ path: child.path, message: 'Must not be the name of a field' })
      else if (scalarFault(key)) problems.push({ path: node.path, message: 'Must not have names that are no valid Unicode or contain NUL' })
      open.push(child)
    }
  }
  return problems
}

function scalarFault(value: unknown): string | undefined {
  if (value === inexact) return 'Must be a number that 64 bits of floating point can hold; send others as strings'
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'Must not contain the character NUL'
  return value.isWellFormed() ? undefined : 'Must be valid Unicode'
}

function childrenOf({ value, path, depth }: Node): Node[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([key, child]) => ({ value: child, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 }))
}
