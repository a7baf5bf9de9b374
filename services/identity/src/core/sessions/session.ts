/** A session without its token, which is not stored. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
