/** Requests of one API client, as counted by a gateway. */
export interface RequestCount {
  readonly caller: string
  readonly requests: number
}

/** Requests of one client over all gateways in its current window. */
export interface RequestWindow {
  readonly caller: string
  readonly used: number
  readonly endsAt: Date
}

export interface RequestCounts {
  /**
   * Adds to the window of each caller and returns the windows, in any order. Callers without a current window
   * get one until `endsAt`. Each caller occurs once. Concurrent calls lose no counts.
   */
  add(counts: readonly RequestCount[], now: Date, endsAt: Date): Promise<readonly RequestWindow[]>
}
