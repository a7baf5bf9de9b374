import type { ChangeInput, PageExplanationInput, ReceiptInput, Timestamp } from '@typecase/contracts/messages'
import { toTimestamp } from '@typecase/contracts/time'
import type { PageExplanation } from '../../core/reports/history/explain-page.ts'
import type { Change, Receipt } from '../../core/reports/history/receipt.ts'

export const toReceipt = ({
  generationId,
  trigger,
  outputDir,
  state,
  changes,
  changesTotal,
  files,
  reasons,
  ...rest
}: Receipt): ReceiptInput => ({
  generationId,
  trigger,
  outputDir,
  state,
  changesTotal,
  files,
  changes: changes.map(toChange),
  reasons: [...reasons],
  startedAt: toTimestamp(rest.startedAt),
  ...instant('plannedAt', rest.plannedAt),
  ...instant('renderedAt', rest.renderedAt),
  ...instant('activatedAt', rest.activatedAt),
  ...instant('finishedAt', rest.finishedAt),
  ...(rest.error === null ? {} : { error: rest.error }),
})

export const toExplanation = ({
  path,
  kind,
  template,
  shared,
  own,
  shows,
  links,
  lastChange,
  changes,
}: PageExplanation): PageExplanationInput => ({
  path,
  kind,
  shared: [...shared],
  shows: [...shows],
  links: [...links],
  ...(template === null ? {} : { template }),
  ...(own ? { own } : {}),
  ...(lastChange
    ? {
        lastChange: {
          generationId: lastChange.generationId,
          at: toTimestamp(new Date(lastChange.at)),
          reasons: [...lastChange.reasons],
          changes: changes.map(toChange),
        },
      }
    : {}),
})

const toChange = ({ kind, entityId, revision, what, title, slug, acceptedAt }: Change): ChangeInput => ({
  kind,
  id: entityId,
  revision,
  what,
  acceptedAt: toTimestamp(acceptedAt),
  ...(title === null ? {} : { title }),
  ...(slug === null ? {} : { slug }),
})

const instant = <K extends string>(name: K, at: Date | null): { readonly [N in K]?: Timestamp } =>
  (at ? { [name]: toTimestamp(at) } : {}) as { readonly [N in K]?: Timestamp }
