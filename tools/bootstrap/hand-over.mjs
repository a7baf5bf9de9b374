// Gives terminal, signals and exit code to a program that runs in place of this one.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fail, toolsDir } from './console.mjs'

/**
 * Runs Node with these arguments; ends with its code, or answers when it ended well and `goOn` is set. `onReady` is called
 * when the program says so.
 */
export async function handOver(node, args, { goOn = false, env: more = {}, onReady } = {}) {
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(toolsDir, 'compile-cache'), ...more }
  const child = spawn(node, args, { stdio: onReady ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit', env })
  if (onReady) child.once('message', onReady)
  const forward = (signal) => {
    // A Ctrl-C in the terminal reaches the child by itself.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${node} could not be run: ${error.message}`))
    child.on('exit', (...how) => resolve(how))
  })
  for (const each of signals) process.removeAllListeners(each)
  const status = signal ? 128 + constants.signals[signal] : code
  if (!goOn || status !== 0) process.exit(status)
}
