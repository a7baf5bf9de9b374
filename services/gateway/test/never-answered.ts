import type { AppError } from '@typecase/kernel'
import { expect, onTestFinished, vi } from 'vitest'

/**
 * Checks that two callers of a service that never responds are both rejected at the deadline of a read.
 */
export async function expectRefusedInTime(ask: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const codes: string[] = []
  const refused = () => ask().catch((error: AppError) => void codes.push(error.code))
  const first = refused()
  await new Promise((resolve) => setImmediate(resolve))
  const second = refused()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(codes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([first, second])
  expect(codes).toEqual(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'])
}
