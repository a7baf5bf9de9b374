import { once } from 'node:events'
import { hasLowPriority, spawnAtLowPriority } from '@typecase/testing/low-priority'
import { expect, it } from 'vitest'

const renderer = new URL('renderer.ts', import.meta.url).href
const script = `
  import { processRenderer } from ${JSON.stringify(renderer)}
  async function* bytes() { yield Buffer.from('no image') }
  try {
    const images = processRenderer().render({ extension: 'png', widths: [10] }, bytes(), new AbortController().signal)
    for await (const _ of images);
  } catch ({ code }) {
    console.log(code)
  }`

it.skipIf(!hasLowPriority)('a rendering process works if the system runs at low priority', async () => {
  const service = spawnAtLowPriority(['--no-warnings', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(service.stdout as NodeJS.ReadableStream, 'data')
  expect(String(output)).toBe('IMAGE_NOT_RENDERED\n')
})
