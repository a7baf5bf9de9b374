import type { Problem } from '@typecase/kernel'
import type { z } from 'zod'

/** Maximum converted issues. An error response has room for about this many. */
const maxProblems = 1000

/** Converts the first 1000 zod issues to API errors with dotted paths. */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
