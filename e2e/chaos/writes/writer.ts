/** What every kind of write has at hand, and how its answer is noted. */
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { Outcome, Requests, SendOptions } from '../requests.ts'
import type { Tally } from '../tally.ts'

export interface Writer {
  /** Unique among the writers: no two of them write the same thing. */
  readonly name: string
  readonly random: Random
  readonly ledger: Ledger
  readonly tally: Tally
  readonly requests: Requests
  /** Once true, nothing new is begun. */
  stopping(): boolean
}

/** One kind of write, to be done again and again. */
export type Write = () => Promise<void>

export interface Change {
  /** Shown in the table: `post change`. */
  readonly write: string
  /** What holds if it is done. */
  readonly makes: Readonly<Record<string, string>>
  readonly method: string
  readonly path: string
  readonly options?: SendOptions
}

/** Sends one change and notes what is known afterwards. A refusal is a fault: whoever asks has what the system promised before. */
export async function change(
  { requests, ledger, tally }: Writer,
  { write, makes, method, path, options }: Change,
): Promise<Outcome> {
  const outcome = await requests.send(method, path, options)
  tally.add(write, outcome)
  for (const [entity, value] of Object.entries(makes)) {
    if (outcome.kind === 'done') ledger.acknowledged(entity, value)
    if (outcome.kind === 'unknown') ledger.unanswered(entity, value)
  }
  if (outcome.kind === 'refused')
    tally.wrong(write, `${method} ${path} was refused: ${outcome.status} ${outcome.text.slice(0, 200)}`)
  return outcome
}
