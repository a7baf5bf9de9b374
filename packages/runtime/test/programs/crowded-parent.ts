/** Starts a program when no file can be opened any more, and says how it is told of that. */
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '../../src/programs/index.ts'

// What is said needs a file of its own the first time.
console.log('begun')
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  const child = startProgram(join(import.meta.dirname, 'answering.ts'), [], {
    execArgv: ['--no-warnings'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', (error: NodeJS.ErrnoException) => {
    console.log(`told of ${error.code}`)
    process.exit(0)
  })
}
