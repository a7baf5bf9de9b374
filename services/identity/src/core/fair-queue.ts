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
  const classes = { trusted: new Lines<T>(), others: new Lines<T>() }
  let run = 0
  return {
    add(item, { line, isTrusted }) {
      const waiting = isTrusted ? classes.trusted : classes.others
      const length = waiting.push(line, item)
      if (length > limits.line) return waiting.pop(line)
      return waiting.size > limits.total ? waiting.pop(waiting.longest(line)) : undefined
    },
    take() {
      const isTurnOfOthers = run >= trustedRun && classes.others.size > 0
      const isTrusted = classes.trusted.size > 0 && !isTurnOfOthers
      run = isTrusted ? run + 1 : 0
      return (isTrusted ? classes.trusted : classes.others).next()
    },
    remove: (item) => classes.trusted.remove(item) || classes.others.remove(item),
    size: () => classes.trusted.size + classes.others.size,
  }
}

/** Lines in round-robin order: a Map preserves insertion order, and served lines move to the end. */
class Lines<T> {
  readonly byName = new Map<string, T[]>()
  /** Number of items in all lines. */
  size = 0

  /** Returns the new length of the line. */
  push(name: string, item: T): number {
    const line = this.byName.get(name) ?? []
    this.byName.set(name, line)
    this.size += 1
    return line.push(item)
  }

  /** Removes the newest item of the line. */
  pop(name: string): T | undefined {
    const line = this.byName.get(name)
    const item = line?.pop()
    if (line) this.#afterRemoval(name, line)
    return item
  }

  next(): T | undefined {
    for (const [name, line] of this.byName) {
      const item = line.shift()
      this.byName.delete(name)
      if (line.length > 0) this.byName.set(name, line)
      this.size -= 1
      return item
    }
    return undefined
  }

  /** Name of the longest line; `preferred` if no line is longer than that one. */
  longest(preferred: string): string {
    let longest = preferred
    for (const [name, { length }] of this.byName)
      if (length > (this.byName.get(longest)?.length ?? 0)) longest = name
    return longest
  }

  remove(item: T): boolean {
    for (const [name, line] of this.byName) {
      const at = line.indexOf(item)
      if (at < 0) continue
      line.splice(at, 1)
      this.#afterRemoval(name, line)
      return true
    }
    return false
  }

  /** Updates the lines after an item was removed from `line`. */
  #afterRemoval(name: string, line: readonly T[]): void {
    this.size -= 1
    if (line.length === 0) this.byName.delete(name)
  }
}
