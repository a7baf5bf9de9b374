/** A server, consumer or pool that starts and stops. `stop` is called once, even if the start failed. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Called before any part stops, so that the process reports unready while it still serves requests. */
  leave?(): void
  /** True for a part whose start does nothing. */
  readonly onlyEnds?: true
}
