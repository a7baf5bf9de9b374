/** Runs in a process of its own: what a body does to the parsers stays here. */
import { answerQuestions } from '@typecase/runtime/limited-process'
import { embeddedImages } from './embedded-images.ts'

answerQuestions(embeddedImages)
