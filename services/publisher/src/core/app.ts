/** Everything the publisher can do. */
import { activateGeneration } from './generations/activate-generation.ts'
import { generateSite } from './generations/generate-site.ts'
import { getSiteStatus } from './generations/get-site-status.ts'
import { listGenerations } from './generations/list-generations.ts'
import { noteChange } from './generations/note-change.ts'
import { runGenerations } from './generations/run-generations.ts'
import type { PublisherPorts } from './ports.ts'
import { explainPage } from './receipts/explain-page.ts'
import { getReceipt } from './receipts/get-receipt.ts'
import { listReceipts } from './receipts/list-receipts.ts'
import { watchSite } from './receipts/watch-site.ts'

export const publisherApp = (ports: PublisherPorts) => ({
  generateSite: generateSite(ports),
  getSiteStatus: getSiteStatus(ports),
  listGenerations: listGenerations(ports),
  activateGeneration: activateGeneration(ports),
  listReceipts: listReceipts(ports),
  getReceipt: getReceipt(ports),
  explainPage: explainPage(ports),
  watchSite: watchSite(ports),
  noteChange: noteChange(ports),
  runGenerations: runGenerations(ports),
})

export type PublisherApp = ReturnType<typeof publisherApp>
