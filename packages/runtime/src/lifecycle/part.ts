/**
 * Something that starts and stops: a server, a consumer, a pool. `stop` is called once after `start`, failed
 * starts included.
 */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Called before any part stops, so that readiness is off while requests are still served. */
  leave?(): void
  /** It exists before its start, which does nothing. */
  readonly onlyEnds?: true
}
