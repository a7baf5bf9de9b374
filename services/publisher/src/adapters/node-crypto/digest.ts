import { hash } from 'node:crypto'
import type { Digest } from '../../core/pages/planned.ts'

export const sha256Digest: Digest = (text) => hash('sha256', text, 'hex')
