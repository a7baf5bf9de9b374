/** `publish`: generates the site. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiClient, unwrap } from '@typecase/client'
import { messageOf } from '@typecase/transfer'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, print } from '../context.ts'
import { FailedError, UsageError } from '../exit-codes.ts'

interface PublishOptions extends GlobalOptions {
  readonly wait?: boolean
  readonly page?: string
  readonly contains?: string
  readonly timeout: string
}

/** Milliseconds between status requests. */
const pollMs = 250

export function addPublish(program: Command, context: Context): void {
  program
    .command('publish')
    .description('generate the site')
    .option('--wait', 'wait for the result; fail if the generation fails')
    .option('--page <url>', 'with --wait: wait until this page of the live site returns 200')
    .option('--contains <text>', 'with --page: wait until the page contains this text')
    .option('--timeout <seconds>', 'with --wait: maximum time to wait', '600')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<PublishOptions>()
      if (options.contains !== undefined && options.page === undefined)
        throw new UsageError('--contains needs --page')
      if (options.page !== undefined && !URL.canParse(options.page))
        throw new UsageError('--page must be a URL such as https://www.example.org/about/')
      const { client } = connect(context, options)
      const before = await statusOf(client)
      await unwrap(client.POST('/api/static/generate', {}))
      if (!options.wait)
        return context.output.message('Generation requested. Use --wait to wait for the result.')
      const signal = AbortSignal.timeout(Number(options.timeout) * 1000)
      const last = await untilGenerated(client, context, before.last?.id, signal)
      if (options.page) await untilLive(options.page, options.contains, signal)
      print(context, options, last, () => [
        `Generated ${last.pagesTotal} pages (${last.pagesWritten} changed) in ${last.durationMs} ms`,
      ])
    })
}

export const statusOf = (client: ApiClient) => unwrap(client.GET('/api/static/status'))

/** Waits until no generation is running and the id of the last one differs from `previous`. */
async function untilGenerated(
  client: ApiClient,
  context: Context,
  previous: string | undefined,
  signal: AbortSignal,
) {
  for (;;) {
    const { current, last } = await statusOf(client)
    if (!current && last && last.id !== previous) {
      if (last.state === 'succeeded') return last
      throw new FailedError(`The generation failed: ${last.errors.map(({ message }) => message).join('; ')}`)
    }
    if (current)
      context.output.progress(`${current.state}: ${current.pagesDone} of ${current.pagesTotal} pages`)
    if (signal.aborted) throw new FailedError('The generation did not complete within --timeout')
    await sleep(pollMs)
  }
}

async function untilLive(url: string, text: string | undefined, signal: AbortSignal): Promise<void> {
  let problem = ''
  while (!signal.aborted) {
    try {
      const response = await fetch(url, { headers: { 'cache-control': 'no-cache' }, signal })
      const body = await response.text()
      if (response.status === 200 && (text === undefined || body.includes(text))) return
      problem = response.status === 200 ? '' : ` (status ${response.status})`
    } catch (error) {
      // Retries until --timeout: the server may be restarting, or the network may recover.
      if (!signal.aborted) problem = ` (${messageOf(error)})`
    }
    await sleep(pollMs)
  }
  throw new FailedError(`${url} does not show the change within --timeout${problem}`)
}
