/** The token itself is not stored. */
export interface Session {
  readonly id: string
  readonly userId: string
  readonly tokenHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
}
