import { oneSystem } from '../one-system.ts'

/** The system that all files imported by rules.test.ts share. */
export const one = oneSystem({ MAX_UPLOAD_BYTES: '200000' })
