import { oneSystem } from '../one-system.ts'

/** For all files that rules.test.ts imports. */
export const one = oneSystem({ MAX_UPLOAD_BYTES: '200000' })
