import type { Problem } from '@typecase/kernel'
import type { z } from 'zod'

/** The faults of zod as those of the API: `path` dotted from the root. */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
