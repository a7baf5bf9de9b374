import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/ports.ts'

/** Random bytes of the system, SHA-256: enough for secrets that nobody can guess, unlike passwords. */
export const nodeSecrets: Secrets = {
  newSecret: () => randomBytes(32).toString('base64url'),
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
}
