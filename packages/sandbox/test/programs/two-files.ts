/** Answers with the result of its other file. */
import { serve } from '../../src/serve.ts'
import { shout } from './two-files-other.ts'

interface Question {
  readonly words: readonly string[]
}

serve(({ words }: Question) => ({ answer: [shout(words), new Error('x').stack?.split('\n')[1]] }))
