import type { PlannedPage } from '../../pages/planned.ts'

interface Share {
  readonly pages: readonly PlannedPage[]
  /** Order in which shares were last lent; 0 for a share that was returned. */
  lentAt?: number
  isOwn?: boolean
}

/** Maximum shares per call of `take`. */
const maxPerTake = 4
/** `take` takes one share for each `sharesPerStep` unstarted shares. */
const sharesPerStep = 8

const isFresh = ({ lentAt, isOwn }: Share) => lentAt === undefined && !isOwn

/**
 * Divides the pages of a build into shares for several publishers. A task is the index of a share. A page may
 * be rendered twice; the first result counts.
 */
export class Division {
  readonly #shares: readonly Share[]
  readonly #completed = new Set<PlannedPage>()
  #fresh: number
  #lent = 0

  /** `lent` are the indexes of shares that are already lent. */
  constructor(shares: readonly (readonly PlannedPage[])[], lent: Iterable<number> = []) {
    this.#shares = shares.map((pages) => ({ pages, ...(pages.length === 0 ? { isOwn: true } : {}) }))
    this.#fresh = this.#shares.filter(isFresh).length
    for (const share of lent) this.lend(share)
  }

  /**
   * The next pages to render here: unstarted shares from the end, then the share that has been lent for
   * longest. Empty when all pages are completed or taken.
   */
  take(): readonly PlannedPage[] {
    const count = Math.max(1, Math.min(maxPerTake, Math.floor(this.#fresh / sharesPerStep)))
    const taken = this.#fresh > 0 ? this.#takeFresh(count) : this.#takeLent()
    for (const share of taken) share.isOwn = true
    return taken.flatMap(({ pages }) => pages.filter((page) => !this.#completed.has(page)))
  }

  /** Lends the pages of a task to another publisher; undefined when they are completed or rendered here. */
  lend(task: number): readonly PlannedPage[] | undefined {
    const share = this.#shares[task]
    if (!share || share.isOwn || this.isCompleted(share.pages)) return undefined
    if (isFresh(share)) this.#fresh--
    share.lentAt = ++this.#lent
    return share.pages
  }

  /** All pages of a task, in the order of lending. */
  pagesOf(task: number): readonly PlannedPage[] {
    return this.#shares[task]?.pages ?? []
  }

  /** Ends the lending of a task; `take` takes its incomplete pages next. */
  giveBack(task: number): void {
    const share = this.#shares[task]
    if (share && !share.isOwn) share.lentAt = 0
  }

  /** Allows incomplete taken pages to be taken again. */
  putBack(): void {
    for (const share of this.#shares) {
      if (!share.isOwn || this.isCompleted(share.pages)) continue
      share.isOwn = false
      share.lentAt ??= 0
    }
  }

  isCompleted(pages: readonly PlannedPage[]): boolean {
    return pages.every((page) => this.#completed.has(page))
  }

  /** Records a result of the page; true if it is the first one. */
  complete(page: PlannedPage): boolean {
    if (this.#completed.has(page)) return false
    this.#completed.add(page)
    return true
  }

  #takeFresh(count: number): readonly Share[] {
    const taken: Share[] = []
    for (let at = this.#shares.length - 1; at >= 0 && taken.length < count; at--) {
      const share = this.#shares[at]
      if (share && isFresh(share)) taken.push(share)
    }
    this.#fresh -= taken.length
    return taken
  }

  #takeLent(): readonly Share[] {
    const lent = this.#shares.filter(
      ({ lentAt, isOwn, pages }) => lentAt !== undefined && !isOwn && !this.isCompleted(pages),
    )
    return lent.sort((one, other) => (one.lentAt ?? 0) - (other.lentAt ?? 0)).slice(0, 1)
  }
}
