/** What the tests ask for: to be answered, to fail, to spin, to fill the memory or to end. */
import { answerQuestions } from '../../src/limited-process/index.ts'

const held: unknown[] = []

answerQuestions((question: string): string => {
  if (question === 'who') return String(process.pid)
  if (question === 'rights') return `${process.permission.has('fs.write')} ${process.permission.has('child')}`
  if (question === 'database') return String(process.getBuiltinModule('node:sqlite'))
  if (question === 'native code') return refusal(() => process.dlopen({ exports: {} }, '/tmp/typecase.node'))
  if (question === 'made code') return refusal(() => new Function('return 1')())
  if (question === 'overflow') return `${overflow(0)}`
  if (question === 'spin') for (;;) held.length = 0
  if (question === 'fill') for (;;) held.push(new Array(100_000).fill(question))
  if (question === 'end') process.exit(0)
  return question.toUpperCase()
})

const overflow = (depth: number): number => overflow(depth + 1) + 1

function refusal(attempt: () => unknown): string {
  try {
    return `did ${attempt()}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
