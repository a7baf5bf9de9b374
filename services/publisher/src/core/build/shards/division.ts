/** Which pages of a generation are rendered here and which by others. Every page is settled once, whoever comes second. */
import type { PlannedPage } from '../../pages/planned.ts'

export interface Division {
  readonly tasks: number
  /**
   * Some to render here: what nobody has begun, from the end, else what others have had for longest. Empty when all is
   * settled or rendered here.
   */
  take(): readonly PlannedPage[]
  /** The pages of a task for somebody else; undefined when they are settled or rendered here. */
  lend(task: number): readonly PlannedPage[] | undefined
  /** All pages of a task, in the order in which they were lent. */
  pagesOf(task: number): readonly PlannedPage[]
  /** What others could not render of it is to be taken here. */
  giveBack(task: number): void
  /** What was taken and is not settled may be taken again. */
  putBack(): void
  isSettled(page: PlannedPage): boolean
  /** True the first time. */
  settle(page: PlannedPage): boolean
}

interface Share {
  readonly pages: readonly PlannedPage[]
  /** Somebody else has it, since that turn. */
  lentAt?: number
  isOwn?: boolean
}

/** Shares taken here at once while there are many. */
const mostAtOnce = 4
/** One share at once for so many that nobody has begun. */
const sharesForOne = 8

export function division(pages: readonly PlannedPage[], size: number): Division {
  const shares: Share[] = Array.from({ length: Math.ceil(pages.length / size) }, (_, at) => ({
    pages: pages.slice(at * size, (at + 1) * size),
  }))
  const settled = new Set<PlannedPage>()
  const isSettled = (page: PlannedPage) => settled.has(page)
  const open = ({ pages: all }: Share) => all.filter((page) => !settled.has(page))
  let fresh = shares.length
  let turn = 0

  const isFresh = ({ lentAt, isOwn }: Share) => lentAt === undefined && !isOwn

  function takeFresh(most: number): readonly Share[] {
    const taken: Share[] = []
    for (let at = shares.length - 1; at >= 0 && taken.length < most; at--) {
      const share = shares[at]
      if (share && isFresh(share)) taken.push(share)
    }
    fresh -= taken.length
    return taken
  }

  function takeLent(): readonly Share[] {
    const lent = shares.filter(
      ({ lentAt, isOwn, pages: all }) => lentAt !== undefined && !isOwn && !all.every(isSettled),
    )
    return lent.sort((one, other) => (one.lentAt ?? 0) - (other.lentAt ?? 0)).slice(0, 1)
  }

  return {
    tasks: shares.length,
    isSettled,
    take() {
      const most = Math.max(1, Math.min(mostAtOnce, Math.floor(fresh / sharesForOne)))
      const taken = fresh > 0 ? takeFresh(most) : takeLent()
      for (const share of taken) share.isOwn = true
      return taken.flatMap(open)
    },
    lend(task) {
      const share = shares[task]
      if (!share || share.isOwn || share.pages.every(isSettled)) return undefined
      if (isFresh(share)) fresh--
      share.lentAt = ++turn
      return share.pages
    },
    pagesOf: (task) => shares[task]?.pages ?? [],
    giveBack(task) {
      const share = shares[task]
      if (share && !share.isOwn) share.lentAt = 0
    },
    putBack() {
      for (const share of shares) {
        if (!share.isOwn || share.pages.every(isSettled)) continue
        share.isOwn = false
        share.lentAt ??= 0
      }
    },
    settle(page) {
      if (settled.has(page)) return false
      settled.add(page)
      return true
    },
  }
}
