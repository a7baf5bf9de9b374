/** Place of a password check in the queue. Each client has its own line, and lines are served round-robin. */

export interface Place {
  /** The client: a network, a known device or a user. */
  readonly line: string
  /**
   * True for known devices and users with a session. They are served before other clients, which never
   * displace them.
   */
  readonly isTrusted: boolean
}

export interface FairQueueLimits {
  /** Maximum waiting items in all trusted lines together. All other lines together have the same limit. */
  readonly total: number
  /** Maximum waiting items per line. */
  readonly line: number
}

export interface FairQueue<T> {
  /**
   * Adds the item. Beyond a limit, removes and returns the newest item of the longest line, which may be
   * `item`.
   */
  add(item: T, place: Place): T | undefined
  /** Removes and returns the next item, round-robin by line, mostly from trusted lines. */
  take(): T | undefined
  /** Returns false if the item is not waiting. */
  remove(item: T): boolean
  size(): number
}

/** After this many trusted items in a row, a waiting untrusted item is served. */
const trustedRun = 3

export function fairQueue<T>(limits: FairQueueLimits): FairQueue<T> {
  const classes = { trusted: lines<T>(), others: lines<T>() }
  let run = 0
  return {
    add(item, { line, isTrusted }) {
      const waiting = isTrusted ? classes.trusted : classes.others
      const length = waiting.push(line, item)
      if (length > limits.line) return waiting.pop(line)
      return waiting.size() > limits.total ? waiting.pop(waiting.longest(line)) : undefined
    },
    take() {
      const isTurnOfOthers = run >= trustedRun && classes.others.size() > 0
      const isTrusted = classes.trusted.size() > 0 && !isTurnOfOthers
      run = isTrusted ? run + 1 : 0
      return (isTrusted ? classes.trusted : classes.others).next()
    },
    remove: (item) => classes.trusted.remove(item) || classes.others.remove(item),
    size: () => classes.trusted.size() + classes.others.size(),
  }
}

/** Lines in round-robin order: a Map preserves insertion order, and served lines move to the end. */
function lines<T>() {
  const byName = new Map<string, T[]>()
  let size = 0
  const drop = (name: string, line: T[]) => {
    size -= 1
    if (line.length === 0) byName.delete(name)
  }
  return {
    size: () => size,
    /** Returns the new length of the line. */
    push(name: string, item: T): number {
      const line = byName.get(name) ?? []
      byName.set(name, line)
      size += 1
      return line.push(item)
    },
    /** Removes the newest item of the line. */
    pop(name: string): T | undefined {
      const line = byName.get(name)
      const item = line?.pop()
      if (line) drop(name, line)
      return item
    },
    next(): T | undefined {
      for (const [name, line] of byName) {
        const item = line.shift()
        byName.delete(name)
        if (line.length > 0) byName.set(name, line)
        size -= 1
        return item
      }
      return undefined
    },
    /** Name of the longest line; `preferred` if no line is longer than that one. */
    longest(preferred: string): string {
      let longest = preferred
      for (const [name, { length }] of byName) if (length > (byName.get(longest)?.length ?? 0)) longest = name
      return longest
    },
    remove(item: T): boolean {
      for (const [name, line] of byName) {
        const at = line.indexOf(item)
        if (at < 0) continue
        line.splice(at, 1)
        drop(name, line)
        return true
      }
      return false
    },
  }
}
