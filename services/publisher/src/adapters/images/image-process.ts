/** Renders images of a site in a sandboxed process, at a lower priority than the services. */
import { getPriority, setPriority } from 'node:os'
import { serve } from '@typecase/sandbox/serve'
import { type ImageJob, renderIcon } from './render-icon.ts'

const niceness = 10

// A process that runs at a lower priority already may not raise it.
setPriority(Math.max(getPriority(), niceness))

serve(async (job: ImageJob, image) => ({ answer: null, bytes: [await renderIcon(job, image)] }))
