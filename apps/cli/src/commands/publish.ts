/** `publish`: generates the site. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiClient, unwrap } from '@typecase/client'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, print } from '../context.ts'
import { FailedError, UsageError } from '../exit-codes.ts'

interface PublishOptions extends GlobalOptions {
  readonly wait?: boolean
  readonly page?: string
  readonly contains?: string
  readonly timeout: string
}

/** Milliseconds between polls of a generation. */
const pollMs = 250

export function addPublish(program: Command, context: Context): void {
  program
    .command('publish')
    .description('generate the site')
    .option('--wait', 'until the generation has ended; fails if it failed')
    .option('--page <url>', 'with --wait: until this page of the live site answers 200')
    .option('--contains <text>', 'with --page: until the page contains this text')
    .option('--timeout <seconds>', 'with --wait: the longest wait', '600')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<PublishOptions>()
      if (options.contains !== undefined && options.page === undefined)
        throw new UsageError('--contains needs --page')
      const { client } = connect(context, options)
      const before = await statusOf(client)
      await unwrap(client.POST('/api/static/generate', {}))
      if (!options.wait)
        return context.output.message('The generation is requested; --wait waits for its end')
      const signal = AbortSignal.timeout(Number(options.timeout) * 1000)
      const last = await ended(client, context, before.last?.id, signal)
      if (options.page) await live(options.page, options.contains, signal)
      print(context, options, last, () => [
        `Generated ${last.pagesTotal} pages (${last.pagesWritten} changed) in ${last.durationMs} ms`,
      ])
    })
}

export const statusOf = (client: ApiClient) => unwrap(client.GET('/api/static/status'))

/** Waits for the generation after the previous one. */
async function ended(client: ApiClient, context: Context, previous: string | undefined, signal: AbortSignal) {
  for (;;) {
    const { current, last } = await statusOf(client)
    if (!current && last && last.id !== previous) {
      if (last.state === 'succeeded') return last
      throw new FailedError(`The generation failed: ${last.errors.map(({ message }) => message).join('; ')}`)
    }
    if (current)
      context.output.progress(`${current.state}: ${current.pagesDone} of ${current.pagesTotal} pages`)
    if (signal.aborted) throw new FailedError('The generation has not ended within --timeout')
    await sleep(pollMs)
  }
}

async function live(url: string, text: string | undefined, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(url, { headers: { 'cache-control': 'no-cache' }, signal })
    const body = await response.text()
    if (response.status === 200 && (text === undefined || body.includes(text))) return
    await sleep(pollMs)
  }
  throw new FailedError(`${url} does not show the change within --timeout`)
}
