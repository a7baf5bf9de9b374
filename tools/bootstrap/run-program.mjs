// Runs a program on the terminal of this process, and passes on signals and the exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fail, toolsDir } from './console.mjs'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A crash after this uptime resets the pause to 1 s. */
const steadyMs = 60_000
/**
 * npm sends SIGTERM to its shell, which exits and does not pass the signal on. This process therefore checks
 * at this interval whether its parent process id has changed.
 */
const parentCheckMs = 500
/** EX_CONFIG of sysexits.h: the settings are invalid, so a restart would fail again. */
const configExitCode = 78

/**
 * Runs Node with these arguments and exits with its exit code; with `returns`, returns after exit code 0.
 * Calls `onReady` at the program's first IPC message. With `restarts`, restarts a program that crashes after
 * that message. The pause before a restart doubles from 1 s to 30 s.
 */
export async function runProgram(
  node,
  args,
  { returns = false, env: more = {}, onReady, restarts = false } = {},
) {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(toolsDir, 'compile-cache'),
    ...more,
  }
  const stopping = stopSignals()
  let wasReady = false
  const launch = () => spawnNode(node, args, env, onReady || restarts ? 'ipc' : undefined)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const since = Date.now()
    const child = launch()
    child.once('message', () => {
      if (!wasReady) onReady?.()
      wasReady = true
    })
    const { status, how } = await endOf(child, node, stopping)
    const isCrash = status !== 0 && status !== configExitCode
    if (!restarts || !wasReady || !isCrash || stopping.isStopping()) {
      stopping.ignore()
      if (returns && status === 0) return
      process.exit(status)
    }
    if (Date.now() - since > steadyMs) pauseMs = firstPauseMs
    process.stderr.write(`typecase: the services ended with ${how}; they restart in ${pauseMs / 1000} s\n`)
    if (await stopping.signalWithin(pauseMs)) process.exit(0)
  }
}

const spawnNode = (node, args, env, channel) =>
  spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', ...(channel ? [channel] : [])], env })

/** Passes signals to the child; resolves with its exit status as a shell would report it. */
async function endOf(child, node, stopping) {
  stopping.onSignal((signal) => {
    // The terminal sends Ctrl-C to the child as well.
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

/** Handles stop signals until `ignore` is called. Under npm, the exit of npm's shell counts as SIGTERM. */
function stopSignals() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  let isStopping = false
  let listener = () => undefined
  const receive = (signal) => {
    isStopping = true
    listener(signal)
  }
  for (const signal of signals) process.on(signal, receive)
  const parent = process.ppid
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
  const watch = setInterval(() => {
    if (isStopping || process.ppid === parent) return
    receive('SIGTERM')
  }, parentCheckMs).unref()
  if (!isUnderNpm) clearInterval(watch)
  return {
    isStopping: () => isStopping,
    onSignal: (callback) => {
      listener = callback
    },
    /** Resolves to true at the next signal, or to false after `ms`. */
    signalWithin: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), ms)
        listener = () => {
          clearTimeout(timer)
          resolve(true)
        }
      }),
    ignore: () => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, receive)
    },
  }
}
