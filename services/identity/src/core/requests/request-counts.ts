/** Counts of one caller of the API, as a gateway reports them. */
export interface RequestCount {
  readonly caller: string
  readonly requests: number
}

/** The requests of one caller over all gateways since its window began. */
export interface RequestWindow {
  readonly caller: string
  readonly used: number
  readonly endsAt: Date
}

export interface RequestCounts {
  /**
   * Adds to the window of each caller and returns the windows, in any order. A caller without a window, or whose window
   * has ended at `now`, gets one that ends at `endsAt`. Each caller occurs once. Parallel calls lose nothing.
   */
  add(counts: readonly RequestCount[], now: Date, endsAt: Date): Promise<readonly RequestWindow[]>
}
