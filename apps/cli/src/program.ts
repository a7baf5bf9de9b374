/** Registers all commands. */
import { Command } from 'commander'
import { addCompletion } from './commands/completion.ts'
import { addContent } from './commands/content.ts'
import { addDoctor } from './commands/doctor.ts'
import { addMedia } from './commands/media.ts'
import { addPublish } from './commands/publish.ts'
import { addRedirects } from './commands/redirects.ts'
import { addSession } from './commands/session.ts'
import { addSite } from './commands/site.ts'
import { addTransfer } from './commands/transfer.ts'
import type { Context, Outcome } from './context.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'

export interface Program {
  readonly command: Command
  /** @throws CommanderError for invalid arguments, and errors of the command, such as ApiError */
  run(args: readonly string[]): Promise<ExitCode>
}

export function createProgram(context: Context): Program {
  const outcome: Outcome = { code: exitCodes.ok }
  const command = new Command('typecase')
    .description('Manages a Typecase system through its public API.')
    .option('--url <url>', 'URL of the API (default: TYPECASE_URL, otherwise the URL of the last login)')
    .option('--json', 'print JSON on standard output')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.output.data(text.trimEnd()),
      writeErr: (text) => context.output.message(text.trimEnd()),
    })
  addSession(command, context)
  addContent(command, context, 'post')
  addContent(command, context, 'page')
  addMedia(command, context)
  addSite(command, context)
  addRedirects(command, context, outcome)
  addTransfer(command, context, outcome)
  addPublish(command, context)
  addDoctor(command, context)
  addCompletion(command, context)
  return {
    command,
    async run(args) {
      await command.parseAsync([...args], { from: 'user' })
      return outcome.code
    },
  }
}
