/** A program that says what another file of it says. */
import { said } from './said.ts'

const answer: string = said(process.argv.slice(2))
process.send?.({ answer, mapped: new Error('x').stack?.split('\n')[1] })
process.on('disconnect', () => process.exit(0))
