/** Something with a life: a server, a consumer, a pool. `stop` may be called once after `start` was, failed starts included. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
  /** It was made before its start, which does nothing: only its end matters. */
  readonly onlyEnds?: true
}
