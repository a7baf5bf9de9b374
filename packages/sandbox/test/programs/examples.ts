/** Runs the action that a test requests: answer, fail, fill memory, crash or break the protocol. */
import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Answer, serve } from '../../src/serve.ts'

const retained: unknown[] = []
const { env } = process
const environmentNames = Object.keys(env)
const oneMiB = 1024 * 1024

const actions: Readonly<Record<string, (body: Buffer) => unknown>> = {
  pid: () => process.pid,
  rights: () => [process.permission.has('fs.write'), process.permission.has('child')],
  environment: () => [environmentNames, process.argv.slice(2)],
  database: () => String(process.getBuiltinModule('node:sqlite')),
  'native code': () => refusal(() => process.dlopen({ exports: {} }, '/tmp/typecase.node')),
  'code from text': () => refusal(() => new Function('return 1')()),
  'read a file': () => refusal(() => process.getBuiltinModule('node:fs').readFileSync('/etc/hostname')),
  overflow: () => overflow(0),
  fail: () => {
    throw new Error('the program failed')
  },
  'compute without end': () => {
    for (;;) retained.length = 0
  },
  'fill the heap': () => {
    for (;;) retained.push(new Array(100_000).fill('x'))
  },
  'fill native memory': async () => {
    for (;;) {
      retained.push(Buffer.alloc(8 * oneMiB, 1))
      await setTimeout(5)
    }
  },
  exit: () => process.exit(0),
  'complain and exit': () => {
    console.error('this is why')
    process.exit(7)
  },
  'break the protocol': () => void writeSync(3, Buffer.alloc(12, 255)),
  'claim a large answer': () => void writeSync(3, Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 255, 255, 255, 255])),
  'answer twice': () => void writeSync(3, Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0])),
  'length of the body': (body) => [body.length, body.at(0), body.at(-1)],
  wait: () => setTimeout(200).then(() => 'waited'),
}

serve(
  (
    question: string | number,
    body,
  ): Answer<unknown> | Promise<Answer<unknown>> | AsyncIterable<Answer<unknown>> => {
    if (typeof question === 'number') return parts(question)
    if (question === 'bytes') return { answer: 'bytes', bytes: [Buffer.alloc(oneMiB, 'a'), Buffer.from('b')] }
    const action = actions[question]
    const answered = action ? action(body) : question.toUpperCase()
    return answered instanceof Promise ? answered.then((answer) => ({ answer })) : { answer: answered }
  },
)

async function* parts(count: number): AsyncGenerator<Answer<unknown>> {
  for (let part = 0; part < count; part++) {
    retained[0] = part
    yield { answer: { part, produced: retained[0] }, bytes: [Buffer.alloc(oneMiB, part)] }
  }
  if (count > 100) throw new Error('too many parts')
}

const overflow = (depth: number): number => overflow(depth + 1) + 1

function refusal(attempt: () => unknown): string {
  try {
    return `did ${attempt()}`
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
