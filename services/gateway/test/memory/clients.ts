/** Small fakes of the five services for tests of the routes. The e2e tests use the real services. */
import type { Services } from '../../src/core/ports.ts'
import { memoryContent } from './content.ts'
import { memoryIdentity } from './identity.ts'
import { memoryMedia } from './media.ts'
import { memoryPublisher } from './publisher.ts'
import { memoryThemes } from './themes.ts'

export interface MemoryServices extends Services {
  readonly identity: ReturnType<typeof memoryIdentity>
  readonly media: ReturnType<typeof memoryMedia>
  readonly themes: ReturnType<typeof memoryThemes>
  readonly publisher: ReturnType<typeof memoryPublisher>
}

export const memoryServices = (): MemoryServices => ({
  identity: memoryIdentity(),
  content: memoryContent(),
  media: memoryMedia(),
  themes: memoryThemes(),
  publisher: memoryPublisher(),
})
