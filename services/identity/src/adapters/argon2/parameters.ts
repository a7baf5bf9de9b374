/** The cost of one password check: 64 MiB, three passes, two lanes. A stored hash names the cost it was made with. */
export const cost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 2 } as const

/** What a worker process is asked; the answer has the same id. */
export type Job =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly hash: string; readonly password: string }

export interface Request {
  readonly id: number
  readonly job: Job
}

export type Reply = { readonly id: number; readonly result: string | boolean } | { readonly id: number; readonly error: string }
