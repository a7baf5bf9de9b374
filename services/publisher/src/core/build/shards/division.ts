import type { PlannedPage } from '../../pages/planned.ts'

interface Share {
  readonly pages: readonly PlannedPage[]
  /** Order in which shares were last lent; 0 for a share that was returned. */
  lentAt?: number
  isOwn?: boolean
}

/** Shares taken here at once while there are many. */
const maxAtOnce = 4
/** One more share at once for this many that have not been begun. */
const sharesPerStep = 8

const isFresh = ({ lentAt, isOwn }: Share) => lentAt === undefined && !isOwn

/** Divides the pages of a build between publishers. A page may be rendered twice; the first result counts. */
export class Division {
  readonly #shares: readonly Share[]
  readonly #completed = new Set<PlannedPage>()
  #fresh: number
  #lent = 0

  constructor(pages: readonly PlannedPage[], size: number) {
    this.#shares = Array.from({ length: Math.ceil(pages.length / size) }, (_, at) => ({
      pages: pages.slice(at * size, (at + 1) * size),
    }))
    this.#fresh = this.#shares.length
  }

  get tasks(): number {
    return this.#shares.length
  }

  /**
   * Pages to render here: shares that have not been begun, from the end, else the one lent for longest. Empty
   * when all are completed or taken.
   */
  take(): readonly PlannedPage[] {
    const count = Math.max(1, Math.min(maxAtOnce, Math.floor(this.#fresh / sharesPerStep)))
    const taken = this.#fresh > 0 ? this.#takeFresh(count) : this.#takeLent()
    for (const share of taken) share.isOwn = true
    return taken.flatMap(({ pages }) => pages.filter((page) => !this.#completed.has(page)))
  }

  /** The pages of a task for another publisher; undefined when they are completed or rendered here. */
  lend(task: number): readonly PlannedPage[] | undefined {
    const share = this.#shares[task]
    if (!share || share.isOwn || this.isCompleted(share.pages)) return undefined
    if (isFresh(share)) this.#fresh--
    share.lentAt = ++this.#lent
    return share.pages
  }

  /** All pages of a task, in the order in which they were lent. */
  pagesOf(task: number): readonly PlannedPage[] {
    return this.#shares[task]?.pages ?? []
  }

  /** The pages of the task that another publisher did not complete are taken here next. */
  giveBack(task: number): void {
    const share = this.#shares[task]
    if (share && !share.isOwn) share.lentAt = 0
  }

  /** Pages that were taken and not completed may be taken again. */
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

  /** True the first time. */
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
