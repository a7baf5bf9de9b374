/** A server, consumer or pool that starts and stops. `stop` is called once, also after a failed start. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Called before any part stops, so that readiness is off while requests are still served. */
  leave?(): void
  /** True for a part whose start does nothing. */
  readonly onlyEnds?: true
}
