import { createHash } from 'node:crypto'
import type { Digest } from '../../core/plan/planned.ts'

export const sha256Digest: Digest = (text) => createHash('sha256').update(text).digest('hex')
