/** A login that lasts. The token itself is known to its holder only. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
