import { limitConcurrency } from '@typecase/kernel'
import type { Renderer } from '../../core/ports.ts'

/** The processes of a renderer hold one site at a time: two sites that alternate would load again for every batch. */
export function rendererInTurn(renderer: Renderer): Renderer {
  const turn = limitConcurrency(1)
  return {
    prepare: (theme) => turn(() => renderer.prepare(theme)),
    // Rendering does not wait for it.
    warmUp: (theme) => turn(async () => void renderer.warmUp(theme)),
    render: (job) => turn(() => renderer.render(job)),
    isTooSlow: renderer.isTooSlow,
  }
}
