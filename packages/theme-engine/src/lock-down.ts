/**
 * Leaves this process nothing but the language, for the case that a template's code has become JavaScript of its author.
 *
 * What holds it:
 * - No module can be loaded any more, and `process` and all that Node adds to the language are gone. What is not to be found need not
 *   be forbidden by name, so that nothing new in Node is let through.
 * - The flags that it is started with (`rendererOptions`) withhold files, processes, threads, native code and databases, and it has no
 *   environment. They hold also where the first is got round.
 * - Where a module is got hold of all the same, those of the network and `process` itself do nothing any more.
 *
 * What does not: neither this nor Node's permissions are a sandbox for code that takes over V8 itself. Against that there is only what
 * stands around the service: its user, its container, and the rules for its network. Memory and time are limited from outside, and what
 * the process answers is never believed: it is text for a page of its own site.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import { registerHooks } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import process from 'node:process'

/** The language without `WebAssembly`, whose memory no limit counts; and `Buffer`, which the rendering needs and which reaches nothing. */
const keptGlobals = names(`
  Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float16Array
  Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy
  RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet AggregateError SuppressedError DisposableStack AsyncDisposableStack
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape
  Buffer`)

/** What the renderer needs of `process`, and Node itself to run its event loop and to end, also after an error. */
const keptOfProcess = names(`
  cpuUsage exit _events _eventsCount _maxListeners env platform emitWarning nextTick _tickCallback _exiting reallyExit _fatalException`)

/** What is needed must be loaded before. */
export function lockDown(): void {
  for (const reachable of [net, net.Socket.prototype, net.Server.prototype, dgram, dgram.Socket.prototype])
    disarm(reachable)
  for (const reachable of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype, os])
    disarm(reachable)
  registerHooks({ resolve: refuse })
  for (const name of Reflect.ownKeys(process))
    if (!keptOfProcess.has(name)) Reflect.deleteProperty(process, name)
  for (const name of Reflect.ownKeys(globalThis))
    if (!keptGlobals.has(name)) Reflect.deleteProperty(globalThis, name)
}

/** A function that may be called with `new`, too. */
function refuse(): never {
  throw new Error('A renderer may do nothing but render')
}

/** No function of it does anything any more. */
function disarm(reachable: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(reachable)))
    if (typeof value === 'function') Reflect.set(reachable, name, refuse)
}

function names(text: string): ReadonlySet<string | symbol> {
  return new Set(text.trim().split(/\s+/))
}
