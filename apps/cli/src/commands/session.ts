/** `login` and `logout`. */
import { createInterface } from 'node:readline/promises'
import { createApiClient, login, unwrap } from '@typecase/client'
import type { Command } from 'commander'
import { type Context, type GlobalOptions, print } from '../context.ts'
import { UsageError } from '../exit-codes.ts'

interface LoginOptions extends GlobalOptions {
  readonly username?: string
  readonly passwordStdin?: boolean
}

export function addSession(program: Command, context: Context): void {
  program
    .command('login [url]')
    .description('start a session and store its token')
    .option('--username <name>', 'log in as this user instead of asking')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .action(async (address: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<LoginOptions>()
      const url = context.config.url(address ?? options.url)
      const username = options.username ?? (await ask('Username: '))
      const password = options.passwordStdin
        ? (await context.stdin()).replace(/\r?\n$/, '')
        : await ask('Password: ', true)
      const { token, expiresAt, user } = await login({ url }, { username, password })
      context.config.store(url, { token, username: user.username, expiresAt })
      const until = new Date(expiresAt).toISOString()
      print(context, options, { url, username: user.username, role: user.role, expiresAt }, () => [
        `Logged in to ${url} as ${user.username} (${user.role}) until ${until}`,
      ])
    })
  program
    .command('logout')
    .description('end the session and delete its token')
    .action(async (_options, command: Command) => {
      const url = context.config.url(command.optsWithGlobals<GlobalOptions>().url)
      const token = context.config.token(url)
      context.config.forget(url)
      if (token) await unwrap(createApiClient({ url, token }).POST('/api/auth/logout'))
      context.output.message(`Logged out of ${url}`)
    })
}

async function ask(question: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('Standard input is not a terminal: use --username and --password-stdin')
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? undefined : process.stderr,
    terminal: true,
  })
  try {
    if (isSecret) process.stderr.write(question)
    const answer = await terminal.question(isSecret ? '' : question)
    if (isSecret) process.stderr.write('\n')
    return answer
  } finally {
    terminal.close()
  }
}
