import type { AdminSystem } from '../admin-system.ts'

/** The one system of all scenarios. */
export interface Running {
  readonly admin: AdminSystem
  /** A post with a long text. */
  readonly postId: string
}
