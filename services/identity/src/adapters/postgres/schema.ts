import type { OutboxTables } from '@typecase/messaging/outbox'
import type { ColumnType } from 'kysely'
import type { Profile } from '../../core/users/profile.ts'

export interface IdentityTables extends OutboxTables {
  users: {
    id: string
    username: string
    email: string
    role: 'admin' | 'editor'
    password_hash: string
    is_made_up: boolean
    /** Absent fields are empty. */
    profile: ColumnType<Partial<Profile>, string, string>
    revision: number
    created_at: Date
    updated_at: Date
  }
  finished_setup: { single: boolean; finished_at: Date }
  sessions: { id: string; user_id: string; token_hash: string; created_at: Date; expires_at: Date }
  devices: { device_hash: string; user_id: string; used_at: Date }
  request_windows: { caller: string; used: number; ends_at: Date }
  login_counters: {
    key: string
    attempts: ColumnType<StoredAttempt[], StoredAttempt[], StoredAttempt[]>
    locked_until: Date | null
    touched_at: Date
  }
}

export interface StoredAttempt {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly failed: boolean
}
