/**
 * Removes everything except the language from this process, in case a template runs JavaScript:
 * - Modules cannot be loaded; all members of `process` and all globals that are not listed below are deleted.
 * - The permission flags (`rendererOptions`) deny files, processes, threads and native code; the environment
 *   is empty.
 * - Functions of network modules and of `process` throw.
 * Code that exploits V8 is contained only by user, container and network policy of the service. The parent
 * limits memory and time and treats answers as untrusted text.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import { registerHooks } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import process from 'node:process'

/**
 * The globals of the language, and `Buffer`, which rendering needs. `WebAssembly` is missing, because its
 * memory is not limited.
 */
const keptGlobals = names(`
  Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError FinalizationRegistry Float16Array
  Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy
  RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet AggregateError SuppressedError DisposableStack AsyncDisposableStack
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape
  Buffer`)

/** Members of `process` that the renderer uses, or that Node uses for its event loop and exit. */
const keptOfProcess = names(`
  cpuUsage exit _events _eventsCount _maxListeners env platform emitWarning nextTick _tickCallback _exiting reallyExit _fatalException`)

/** Removes access to the system. Load all modules before this call; afterwards none can be loaded. */
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

/** A function declaration rather than an arrow function, so that `new` also throws this error. */
function refuse(): never {
  throw new Error('A renderer cannot use the network or the operating system, or load more modules')
}

/** Replaces every function by one that throws. */
function disarm(reachable: object): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(reachable)))
    if (typeof value === 'function') Reflect.set(reachable, name, refuse)
}

function names(text: string): ReadonlySet<string | symbol> {
  return new Set(text.trim().split(/\s+/))
}
