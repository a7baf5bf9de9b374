/** Finds the images of bodies in a sandboxed process. */
import { serve } from '@typecase/sandbox/serve'
import { embeddedImages } from './embedded-images.ts'

serve((body: string) => ({ answer: embeddedImages(body) }))
