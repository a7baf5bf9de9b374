/** Requests of one API client, as counted by a gateway. */
export interface RequestCount {
  readonly caller: string
  readonly requests: number
}

/** Requests of one client to all gateways in the client's current window. */
export interface RequestWindow {
  readonly caller: string
  readonly used: number
  readonly endsAt: Date
}

export interface RequestCounts {
  /**
   * Adds requests to the window of each caller and returns the windows, in any order. A caller without a
   * current window gets one until `endsAt`. `counts` must not name a caller twice. Concurrent calls lose no
   * counts.
   */
  add(counts: readonly RequestCount[], now: Date, endsAt: Date): Promise<readonly RequestWindow[]>
}
