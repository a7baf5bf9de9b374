/**
 * A process that computes one hash at a time. It has no environment and no connection but the channel to its parent, and
 * ends with it.
 */
import { getPriority, setPriority } from 'node:os'
import { argon2id, hash, verify } from 'argon2'
import { cost, type Job, type Reply, type Request } from './parameters.ts'

// Hashing takes whole cores; whoever only asks for a session must not wait for it. A process that is behind others already
// may not come forward.
setPriority(Math.max(getPriority(), 5))
// A Ctrl-C in the terminal reaches the whole group. The parent decides when its workers end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))

process.on('message', async ({ id, job }: Request) => {
  const reply: Reply = await compute(job).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, error: String(error) }),
  )
  process.send?.(reply)
})

const compute = (job: Job): Promise<string | boolean> =>
  job.kind === 'hash' ? hash(job.password, { ...cost, type: argon2id }) : verify(job.hash, job.password)
