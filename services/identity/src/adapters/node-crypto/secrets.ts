import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/ports.ts'

/** Uses random bytes of the system and SHA-256. Unlike passwords, random secrets need no slow hash. */
export const nodeSecrets: Secrets = {
  newSecret: () => randomBytes(32).toString('base64url'),
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
}
