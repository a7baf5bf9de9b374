import type { Problem } from '@typecase/kernel'
import type { z } from 'zod'

/** Maximum converted issues; error responses contain fewer. */
const maxProblems = 1000

/** The first 1000 zod issues as API errors with dotted paths. */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
