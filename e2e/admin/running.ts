import type { AdminSystem } from '../admin-system.ts'

/** The system that all scenarios share. */
export interface Running {
  readonly admin: AdminSystem
  /** A post with a long text. */
  readonly postId: string
}
