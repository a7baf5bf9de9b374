/** Many small writes at a time, as few large ones. */

const mostTogether = 100

interface Waiting<T> {
  readonly item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * Hands single items to `work`, which does several at once: those that come together, and those that come while it is at work, are one
 * group, in the order in which they came. When a group fails its items are tried one by one up to the first that fails: those before it do not
 * suffer for it, and those behind it, which end with its error, do not wait for what is away again and again.
 */
export function inGroups<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let isWorking = false

  async function workAll(): Promise<void> {
    isWorking = true
    await endOfTurn()
    while (waiting.length > 0) {
      const group = waiting.slice(0, mostTogether)
      waiting = waiting.slice(mostTogether)
      await done(group)
    }
    isWorking = false
  }

  async function done(group: readonly Waiting<T>[]): Promise<void> {
    try {
      await work(group.map(({ item }) => item))
      for (const one of group) one.resolve()
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else await oneByOne(group)
    }
  }

  async function oneByOne(group: readonly Waiting<T>[]): Promise<void> {
    for (const [place, { item, resolve }] of group.entries()) {
      try {
        await work([item])
        resolve()
      } catch (error) {
        for (const { reject } of group.slice(place)) reject(error)
        return
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void workAll()
    })
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
