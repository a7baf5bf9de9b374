/** The context of every kind of write, and the function that sends a change and records the outcome. */
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import type { Outcome, Requests, SendOptions } from '../requests.ts'
import type { Tally } from '../tally.ts'

export interface Writer {
  /** Unique name; the titles of the writer's items contain it, so no two writers change the same item. */
  readonly name: string
  readonly random: Random
  readonly ledger: Ledger
  readonly tally: Tally
  readonly requests: Requests
  /** True once no new writes may start. */
  stopping(): boolean
}

/** One kind of write, called repeatedly. */
export type Write = () => Promise<void>

export interface Change {
  /** Name of the write in the report, such as `post change`. */
  readonly write: string
  /** Value of each entity after the change. */
  readonly values: Readonly<Record<string, string>>
  readonly method: string
  readonly path: string
  readonly options?: SendOptions
}

/**
 * Sends a change and records its outcome. A rejection counts as an error, because the request is valid for
 * the acknowledged state.
 */
export async function change(
  { requests, ledger, tally }: Writer,
  { write, values, method, path, options }: Change,
): Promise<Outcome> {
  const outcome = await requests.send(method, path, options)
  tally.add(write, outcome)
  for (const [entity, value] of Object.entries(values)) {
    if (outcome.kind === 'done') ledger.acknowledged(entity, value)
    if (outcome.kind === 'unknown') ledger.unconfirmed(entity, value)
  }
  if (outcome.kind === 'refused')
    tally.wrong(write, `${method} ${path} was refused: ${outcome.status} ${outcome.text.slice(0, 200)}`)
  return outcome
}
