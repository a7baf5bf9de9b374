import { createHash } from 'node:crypto'
import type { Digest } from '../../core/plan/plan-site.ts'

export const sha256Digest: Digest = (text) => createHash('sha256').update(text).digest('hex')
