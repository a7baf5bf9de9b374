/** Renders images of a site in a sandboxed process, at a lower priority than the services. */
import { getPriority, setPriority } from 'node:os'
import { serve } from '@typecase/sandbox/serve'
import type { Card } from '../../core/pages/planned.ts'
import { renderCard } from './render-card.ts'
import { type IconJob, renderIcon } from './render-icon.ts'

export type ImageJob = IconJob | { readonly kind: 'card'; readonly card: Card }

const niceness = 10

// A process cannot raise its priority, so a niceness above 10 stays.
setPriority(Math.max(getPriority(), niceness))

serve(async (job: ImageJob, image) => ({
  answer: null,
  bytes: [job.kind === 'card' ? await renderCard(job.card) : await renderIcon(job, image)],
}))
