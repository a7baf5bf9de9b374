/** Renders one image in a sandboxed process, at a lower priority than the services. */
import { getPriority, setPriority } from 'node:os'
import { type Answer, serve } from '@typecase/sandbox/serve'
import type { RenderedImage, RenderJob } from '../../core/renditions/ports.ts'
import { renderImage } from './render-image.ts'

const niceness = 10

// A process cannot raise its priority, so a niceness above 10 stays.
setPriority(Math.max(getPriority(), niceness))

serve(async function* (job: RenderJob, source): AsyncGenerator<Answer<Omit<RenderedImage, 'bytes'>>> {
  for await (const { bytes, ...answer } of renderImage(job, source)) yield { answer, bytes: [bytes] }
})
