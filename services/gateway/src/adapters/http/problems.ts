import type { Problem } from '@typecase/kernel'
import type { z } from 'zod'

/** More than an error answer has room for. */
const maxProblems = 1000

/** The first 1000 issues of zod as problems of the API: `path` dotted from the root. */
export const problemsOf = (error: z.ZodError): Problem[] =>
  error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
