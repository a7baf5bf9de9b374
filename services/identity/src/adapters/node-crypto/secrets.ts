import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/ports.ts'

/** System randomness and plain SHA-256: random secrets, unlike passwords, need no slow hash. */
export const nodeSecrets: Secrets = {
  newSecret: () => randomBytes(32).toString('base64url'),
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
}
