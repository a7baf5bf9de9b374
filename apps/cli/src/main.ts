/** The program `typecase`. */
import { CommanderError } from 'commander'
import { readConfig } from './config.ts'
import type { Context, Output } from './context.ts'
import { exitCodeOf, exitCodes, messageFor } from './exit-codes.ts'
import { createProgram } from './program.ts'

const isTerminal = process.stderr.isTTY === true
let isLineOpen = false

const output: Output = {
  data: (text) => void process.stdout.write(`${text}\n`),
  message(text) {
    process.stderr.write(`${isLineOpen ? '\r\x1b[K' : ''}${text}\n`)
    isLineOpen = false
  },
  progress(text) {
    if (!isTerminal) return
    process.stderr.write(`\r\x1b[K${text}`)
    isLineOpen = true
  },
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const context: Context = { config: readConfig(), output, stdin: readStdin }
// Exits when a reader such as `head` closes the pipe.
process.stdout.on('error', () => process.exit(exitCodes.ok))
try {
  const code = await createProgram(context).run(process.argv.slice(2))
  process.exitCode = code
} catch (error) {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  else {
    output.message(messageFor(error))
    process.exitCode = exitCodeOf(error)
  }
}
