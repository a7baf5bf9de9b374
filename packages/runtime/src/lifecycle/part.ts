/** Something with a life: a server, a consumer, a pool. `stop` may be called once after `start` was, failed starts included. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Told of the stop before any part is stopped, so that who asks for readiness hears it while all is still served. */
  leave?(): void
  /** It was made before its start, which does nothing: only its end matters. */
  readonly onlyEnds?: true
}
