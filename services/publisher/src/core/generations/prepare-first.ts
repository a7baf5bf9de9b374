/** What the first generation of a process begins with, before anybody asks for it. */
import type { FollowContent } from '../model/follow-content.ts'
import type { PublisherPorts } from '../ports.ts'

export interface FirstGeneration {
  /**
   * Nothing is due: loads content, begins processes and threads, and has the theme compiled, of a site that somebody asked for before.
   * Nobody waits for it; what fails is tried again with the next call, and is told by the generation that needs it.
   */
  prepare(signal: AbortSignal): void
  /** A generation begins, and with it all of that. */
  begins(): void
}

/** After a start, the first change would wait for what all later ones find there. */
export function firstGeneration(
  { ledger, source, renderer, sites }: Pick<PublisherPorts, 'ledger' | 'source' | 'renderer' | 'sites'>,
  follow: FollowContent,
): FirstGeneration {
  let isBegun = false

  async function prepared(signal: AbortSignal): Promise<void> {
    if (!(await ledger.wasRequested()) || signal.aborted) return
    sites.warmUp()
    const themed = source.surroundings(signal).then(({ theme }) => renderer.warmUp(theme))
    await Promise.all([themed, follow(signal)])
  }

  return {
    prepare(signal) {
      if (isBegun) return
      isBegun = true
      prepared(signal).catch(() => {
        isBegun = false
      })
    },
    begins() {
      isBegun = true
    },
  }
}
