/** Starts a program, waits for nothing, and has nothing else to do. */
import { join } from 'node:path'
import { startProgram } from '../../src/programs/index.ts'

const child = startProgram(join(import.meta.dirname, 'answering.ts'), [], {
  execArgv: ['--no-warnings'],
  env: {},
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
})
child.unref()
child.channel?.unref()
