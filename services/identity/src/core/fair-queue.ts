/** Who waits for a check of a password, and who is next: every client has a line of its own, and the lines take turns. */

export interface Place {
  /** Whose line it is: that of a client network, a known device or a user. */
  readonly line: string
  /** Known devices, and users with a session: served before strangers, and never displaced by them. */
  readonly isTrusted: boolean
}

export interface FairQueueLimits {
  /** Items that may wait, of the trusted and of the others each. */
  readonly total: number
  /** Items that may wait in one line. */
  readonly line: number
}

export interface FairQueue<T> {
  /**
   * Adds the item. Answers the one that has to leave for it: the newest of the longest line, which may be the item itself,
   * and never one of a shorter line.
   */
  add(item: T, place: Place): T | undefined
  /** Removes and answers the next item: of the trusted first, line by line. */
  take(): T | undefined
  /** False when the item does not wait. */
  remove(item: T): boolean
  size(): number
}

/** After so many trusted items in a row one of the others is served, if any waits. */
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

/** Lines in the order of their turns: a Map keeps it, and a line that was served is put at its end. */
function lines<T>() {
  const byName = new Map<string, T[]>()
  let size = 0
  const drop = (name: string, line: T[]) => {
    size -= 1
    if (line.length === 0) byName.delete(name)
  }
  return {
    size: () => size,
    /** Answers how many wait in that line now. */
    push(name: string, item: T): number {
      const line = byName.get(name) ?? []
      byName.set(name, line)
      size += 1
      return line.push(item)
    },
    /** Removes the newest of that line. */
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
    /** The name of the longest line; among equals the preferred one. */
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
