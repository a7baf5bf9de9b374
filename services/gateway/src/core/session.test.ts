import { AppError } from '@typecase/kernel'
import { describe, expect, it } from 'vitest'
import { expectRefusedInTime } from '../../test/never-answered.ts'
import type { IdentityApi } from './ports.ts'
import { openSession } from './session.ts'

type Verified = Awaited<ReturnType<IdentityApi['verifySession']>>

const user = (username: string) => ({
  id: `id of ${username}`,
  username,
  email: `${username}@example.test`,
  role: 'editor',
})
const at = new Date(0)

/** A fake identity service that responds only when the test calls `release`. */
function slowIdentity() {
  const sessions = new Map<string, string>()
  const verified: string[] = []
  const pending: (() => void)[] = []
  const verifySession = async ({ token = '' }: { token?: string }): Promise<Verified> => {
    verified.push(token)
    const username = sessions.get(token)
    await new Promise<void>((resolve) => pending.push(resolve))
    if (username === undefined) throw new AppError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized')
    return { user: user(username), sessionId: token } as Verified
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const release = async () => {
    for (const respond of pending.splice(0)) respond()
    await turn()
  }
  const open = openSession({ verifySession }, ({ id, username, email }) => ({
    ...{ id, username, email, role: 'editor', profile: {}, createdAt: at, updatedAt: at },
  }))
  const cookies = (...tokens: string[]) => open({ kind: 'cookie', tokens })
  return {
    sessions,
    verified,
    turn,
    release,
    cookies,
    bearer: (token: string) => open({ kind: 'bearer', token }),
  }
}

describe('the session of a request', () => {
  it('is verified once for concurrent requests with the same token', async () => {
    const { sessions, verified, turn, release, bearer } = slowIdentity()
    sessions.set('a', 'ada').set('b', 'bob')
    const first = bearer('a')
    await turn()
    const waiting = [bearer('a'), bearer('a'), bearer('b'), bearer('a')]
    await turn()
    await release()
    await release()
    expect((await first).user?.username).toBe('ada')
    expect((await Promise.all(waiting)).map(({ user: found }) => found?.username)).toEqual([
      'ada',
      'ada',
      'bob',
      'ada',
    ])
    expect(verified.toSorted()).toEqual(['a', 'a', 'b'])
  })

  it('never uses a result from before the request, even if another request waits for it', async () => {
    const { sessions, turn, release, bearer } = slowIdentity()
    sessions.set('a', 'ada')
    const before = bearer('a')
    await turn()
    sessions.delete('a')
    const after = bearer('a').catch((error: AppError) => error.code)
    await release()
    await release()
    expect((await before).user?.username).toBe('ada')
    expect(await after).toBe('UNAUTHORIZED')
  })

  it('is refused at the deadline of a read, even if it first waits for another call', async () => {
    const { bearer } = slowIdentity()
    await expectRefusedInTime(() => bearer('a'))
  })

  it('is verified again by the next request', async () => {
    const { sessions, verified, turn, release, bearer } = slowIdentity()
    sessions.set('a', 'ada')
    for (let n = 0; n < 3; n++) {
      const session = bearer('a')
      await turn()
      await release()
      await session
    }
    expect(verified).toEqual(['a', 'a', 'a'])
  })

  it('belongs to the first cookie that identity accepts, if there are several', async () => {
    const { sessions, verified, turn, release, cookies } = slowIdentity()
    sessions.set('a', 'ada').set('b', 'bob')
    const session = cookies('ended', 'a', 'b')
    for (let n = 0; n < 3; n++) {
      await turn()
      await release()
    }
    expect([(await session).user?.username, (await session).token, verified]).toEqual([
      'ada',
      'a',
      ['ended', 'a'],
    ])
    await expect(cookies()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
