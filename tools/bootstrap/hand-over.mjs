// Gives terminal, signals and exit code to a program that runs in place of this one.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fail, toolsDir } from './console.mjs'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A program that ran this long died of something else than the time before. */
const steadyMs = 60_000
/** npm passes SIGTERM to its shell, which dies without passing it on: only its absence can be seen. */
const parentCheckMs = 500
/** What a program ends with that its settings keep from running (sysexits.h). */
const configExitCode = 78

/**
 * Runs Node with these arguments; ends with its code, or answers when it ended well and `goOn` is set. `onReady` is called
 * when the program sends its first message. With `restarts` a program that was ready and dies is started again, after a
 * pause that doubles from 1 s to 30 s; a signal to this process ends both.
 */
export async function handOver(node, args, { goOn = false, env: more = {}, onReady, restarts = false } = {}) {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(toolsDir, 'compile-cache'),
    ...more,
  }
  const stopping = stopSignals()
  let wasReady = false
  const launch = () => start(node, args, env, onReady || restarts ? 'ipc' : undefined)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const since = Date.now()
    const child = launch()
    child.once('message', () => {
      if (!wasReady) onReady?.()
      wasReady = true
    })
    const { status, how } = await endOf(child, node, stopping)
    const isCrash = status !== 0 && status !== configExitCode
    if (!restarts || !wasReady || !isCrash || stopping.isAsked()) {
      stopping.ignore()
      if (goOn && status === 0) return
      process.exit(status)
    }
    if (Date.now() - since > steadyMs) pauseMs = firstPauseMs
    process.stderr.write(
      `typecase: the services ended with ${how}; they start again in ${pauseMs / 1000} s\n`,
    )
    if (await stopping.within(pauseMs)) process.exit(0)
  }
}

const start = (node, args, env, channel) =>
  spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', ...(channel ? [channel] : [])], env })

/** The exit status as a shell reports it, and in words. Passes signals on meanwhile. */
async function endOf(child, node, stopping) {
  stopping.passTo((signal) => {
    // A Ctrl-C in the terminal reaches the child by itself.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${node} could not be run: ${error.message}`))
    child.on('exit', (...ended) => resolve(ended))
  })
  return signal
    ? { status: 128 + constants.signals[signal], how: signal }
    : { status: code, how: `code ${code}` }
}

/** Signals that ask this process to stop, until `ignore`; below npm, the end of its shell counts as SIGTERM. */
function stopSignals() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let isAsked = false
  let heard = () => undefined
  const onSignal = (signal) => {
    isAsked = true
    heard(signal)
  }
  for (const signal of signals) process.on(signal, onSignal)
  const parent = process.ppid
  const isBelowNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
  const watch = setInterval(() => {
    if (isAsked || process.ppid === parent) return
    onSignal('SIGTERM')
  }, parentCheckMs).unref()
  if (!isBelowNpm) clearInterval(watch)
  return {
    isAsked: () => isAsked,
    passTo: (listener) => {
      heard = listener
    },
    /** Waits that many milliseconds; true, and at once, when a signal comes. */
    within: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), ms)
        heard = () => {
          clearTimeout(timer)
          resolve(true)
        }
      }),
    ignore: () => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, onSignal)
    },
  }
}
