/** Tests contract.md#former-addresses with random renames, moves and permalink changes. */
import { redirectKey } from '@typecase/kernel'
import { randomRuns } from '@typecase/testing/random-runs'
import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { testPublisher } from './support/publisher.ts'
import { generator } from './support/random-edits.ts'
import { randomMove, siteToMove } from './support/random-moves.ts'
import type { SourceSite } from './support/sites.ts'

const moves = randomRuns({ short: 40, long: 1_000 })
/** FUZZ_SEED=random chooses other moves in each run. */
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.FUZZ_SEED ?? 1)
/** Moves between two comparisons with a full build. */
const stride = 10

type Files = ReadonlyMap<string, string>

/** Responds to an address of the site as the gateway does: 200 for a file, else a redirect or 404. */
function responder(files: Files) {
  const live = new Set([...files.keys()].map((path) => redirectKey(`/${path}`)))
  const redirects = new Map<string, { readonly to: string; readonly status: string }>()
  for (const line of (files.get('_redirects') ?? '').split('\n')) {
    const [from, to, status] = line.split(' ')
    if (from && to && status) redirects.set(redirectKey(from), { to, status })
  }
  const isLive = (address: string) => live.has(redirectKey(address))
  return (address: string): string => {
    if (isLive(address)) return '200'
    const redirect = redirects.get(redirectKey(address))
    if (!redirect) return '404'
    return `${redirect.status} to ${isLive(redirect.to) ? '200' : `nothing at ${redirect.to}`}`
  }
}

it(`every address ever live returns 200 or one 301 to a page after each of ${moves} moves`, async () => {
  const renderer = handlebarsRenderer({ processes: 1, timeLimit: 10_000 })
  onTestFinished(() => renderer.close())
  const random = generator(seed)
  const publisher = testPublisher(siteToMove(), { renderer })
  const { addresses } = publisher
  await publisher.generate()
  const everLive = new Set((await addresses.known()).current.values())
  const earlier: SourceSite[] = []
  const done: string[] = []
  for (let move = 1; move <= moves; move += 1) {
    const before = publisher.site()
    const next = randomMove(before, earlier, random)
    earlier.push(before)
    if (earlier.length > 20) earlier.shift()
    done.push(next.name)
    publisher.change(next.site)
    const about = `seed ${seed}, move ${move}: ${done.slice(-stride).join(', ')}`
    expect(await publisher.event(), about).toMatchObject({ state: 'succeeded', errors: [] })
    for (const address of (await addresses.known()).current.values()) everLive.add(address)
    const files = await publisher.files()
    const respond = responder(files)
    const responses = [...everLive].map((address) => `${address}: ${respond(address)}`)
    expect(
      responses.filter((line) => !/: (200|301 to 200)$/.test(line)),
      about,
    ).toEqual([])
    if (move % stride !== 0 && move !== moves) continue
    const fresh = testPublisher(publisher.site(), { renderer, addresses })
    expect(await fresh.generate(), about).toMatchObject({ state: 'succeeded' })
    expect(await fresh.files(), about).toEqual(files)
  }
  expect(everLive.size).toBeGreaterThan(Math.min(moves, 100) / 2)
}, 3_600_000)
