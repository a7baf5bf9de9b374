/** The other side of a limited process. */

/** What goes back: an answer, or why there is none. */
export type Reply<Answer> = { readonly answer: Answer } | { readonly fault: string }

/** Answers the questions of the process that started this one, one by one, until it goes away. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  process.on('message', (question: Question) => {
    process.send?.(replyTo(answer, question))
  })
  process.on('disconnect', () => process.exit())
  // A Ctrl-C reaches every process of the terminal; whether this one ends is for its parent to say.
  process.on('SIGINT', () => undefined)
}

/** A stack that overflows is a fault like any other. */
function replyTo<Question, Answer>(
  answer: (question: Question) => Answer,
  question: Question,
): Reply<Answer> {
  try {
    return { answer: answer(question) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
