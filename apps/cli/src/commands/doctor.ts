/** `doctor`: checks the connection, the clock, the session, and the state and links of the site. */
import { type ApiClient, createApiClient, unwrap } from '@typecase/client'
import type { Command } from 'commander'
import { type Context, type GlobalOptions, print, table } from '../context.ts'
import { FailedError, messageFor } from '../exit-codes.ts'
import { statusOf } from './publish.ts'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** Maximum clock difference in milliseconds; sessions and schedules depend on the clocks. */
const clockMs = 60_000

export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('check connection, clock, session, site and links')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const url = context.config.url(options.url)
      const token = context.config.token(url)
      const client = createApiClient({ url, token, attempts: 2 })
      const checks: Check[] = []
      const check = async (name: string, run: () => Promise<string>): Promise<void> => {
        try {
          checks.push({ name, ok: true, message: await run() })
        } catch (error) {
          checks.push({ name, ok: false, message: messageFor(error) })
        }
      }
      await check('connection', () => versionOf(url))
      await check('clock', () => clockOf(url))
      await check('session', () => sessionOf(client, token))
      await check('site', () => siteOf(client))
      await check('links', () => linksOf(client))
      print(context, options, checks, () =>
        table(checks.map(({ name, ok, message }) => [ok ? 'ok' : 'FAILED', name, message])),
      )
      const failed = checks.filter(({ ok }) => !ok).length
      if (failed > 0) throw new FailedError(`${failed} of ${checks.length} checks failed`)
    })
}

async function versionOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/openapi.json`)
  if (!response.ok)
    throw new FailedError(`${url}/api/openapi.json returned ${response.status}: is this a Typecase API?`)
  const { info } = (await response.json()) as { info: { title: string; version: string } }
  return `${info.title} ${info.version} at ${url}`
}

async function clockOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/openapi.json`, { method: 'HEAD' })
  const difference = Date.now() - Date.parse(response.headers.get('date') ?? '')
  if (Math.abs(difference) > clockMs) throw new FailedError(`differs from the server by ${difference} ms`)
  return `differs from the server by less than ${clockMs / 1000} s`
}

async function sessionOf(client: ApiClient, token: string | undefined): Promise<string> {
  if (!token) throw new FailedError('not logged in: run typecase login')
  const { data } = await unwrap(client.GET('/api/users/me'))
  return `${data.username} (${data.role})`
}

async function siteOf(client: ApiClient): Promise<string> {
  const { last } = await statusOf(client)
  if (last?.state === 'failed')
    throw new FailedError(`the last generation failed: ${last.errors[0]?.message}`)
  return last ? `generated at ${last.finishedAt}` : 'not generated yet: run typecase publish'
}

async function linksOf(client: ApiClient): Promise<string> {
  const { total } = await unwrap(client.GET('/api/static/links', { params: { query: { limit: 1 } } }))
  return total === 0 ? 'no broken links' : `${total} broken links: see Publish in the web interface`
}
