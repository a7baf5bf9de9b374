/**
 * Sets session settings for each transaction, because a pooler in transaction mode shares sessions. A single
 * statement and its settings are sent as one transaction, in one round trip.
 */
import pg from 'pg'
import type { ConnectionSettings } from './connection.ts'

/** Milliseconds that a transaction may wait for its next statement. */
export const idleInTransactionMs = 60_000

/** Settings by PostgreSQL name, in the order in which they are set. */
const localSettings = ({
  schema,
  statementTimeoutMs,
}: ConnectionSettings): readonly (readonly [string, string])[] => [
  ['search_path', schema],
  ['statement_timeout', String(statementTimeoutMs)],
  ['idle_in_transaction_session_timeout', String(idleInTransactionMs)],
]

/** Appends the settings to a statement that begins a transaction. Undefined for other statements. */
export function beginWithSettings(text: string, settings: ConnectionSettings): string | undefined {
  if (!/^(begin|start transaction)\b/i.test(text)) return undefined
  const set = localSettings(settings).map(
    ([name, value]) => `set local ${name} to ${pg.escapeLiteral(value)}`,
  )
  return [text, ...set].join('; ')
}

/** Protocol messages that pg's types lack. */
interface Wire {
  parse(message: { text: string; name: string; types?: readonly number[] }): void
  bind(message: {
    portal: string
    statement: string
    values: readonly string[]
    valueMapper: (value: string) => string
  }): void
  execute(message: { portal: string; rows: number }): void
}

interface ProtocolQuery {
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const ProtocolQuery = pg.Query as unknown as new (text: string, values: unknown[]) => pg.Query & ProtocolQuery

/**
 * A single statement with settings. The messages of the settings and of the statement precede one Sync, so
 * that both run in one implicit transaction on one connection.
 */
export class QueryWithSettings extends ProtocolQuery {
  readonly #settings: readonly (readonly [string, string])[]
  #isSet = false

  constructor(text: string, values: readonly unknown[], settings: ConnectionSettings) {
    super(text, [...values])
    this.#settings = localSettings(settings)
  }

  /** Always uses the extended protocol, even without values. */
  requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    const calls = this.#settings.map((_, n) => `set_config($${n * 2 + 1}, $${n * 2 + 2}, true)`)
    wire.parse({ text: `select ${calls.join(', ')}`, name: '' })
    wire.bind({ portal: '', statement: '', values: this.#settings.flat(), valueMapper: (value) => value })
    wire.execute({ portal: '', rows: 0 })
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isSet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, wire)
    this.#isSet = true
  }
}
