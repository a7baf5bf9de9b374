/** Tests the web interface in a real browser. All scenarios share one system with sample content. */
import { rmSync } from 'node:fs'
import { themesWithHistory } from '@typecase/testing/theme-history'
import { afterAll, beforeAll } from 'vitest'
import { accessScenarios } from './admin/access.ts'
import { contentScenarios } from './admin/content.ts'
import { pickerScenarios } from './admin/pickers.ts'
import { publishingScenarios } from './admin/publishing.ts'
import type { Running } from './admin/running.ts'
import { siteScenarios } from './admin/site.ts'
import { themeScenarios } from './admin/themes.ts'
import { transferScenarios } from './admin/transfer.ts'
import { writingScenarios } from './admin/writing.ts'
import { startAdmin } from './admin-system.ts'
import { seed } from './screenshots/seed.ts'

const themes = themesWithHistory()
let started: Running | undefined
const running = (): Running => {
  if (!started) throw new Error('the system has not started')
  return started
}

beforeAll(async () => {
  const admin = await startAdmin({ BUNDLED_THEMES_DIR: themes })
  started = { admin, postId: '' }
  started = { admin, postId: await seed(admin.api) }
}, 180_000)
afterAll(async () => {
  await started?.admin.stop()
  rmSync(themes, { recursive: true })
}, 60_000)

accessScenarios(running)
contentScenarios(running)
writingScenarios(running)
pickerScenarios(running)
siteScenarios(running)
themeScenarios(running)
publishingScenarios(running)
transferScenarios(running)
