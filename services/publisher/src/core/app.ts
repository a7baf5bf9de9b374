/** Everything the publisher can do. */
import { activateGeneration } from './generations/activate-generation.ts'
import { checkOutputDir } from './generations/check-output-dir.ts'
import { generateSite } from './generations/generate-site.ts'
import { getSiteStatus } from './generations/get-site-status.ts'
import { listGenerations } from './generations/list-generations.ts'
import { noteChanges } from './generations/note-changes.ts'
import { runGenerations } from './generations/run-generations.ts'
import { listBrokenLinks } from './links/list-broken-links.ts'
import { followContent } from './model/follow-content.ts'
import type { PublisherPorts } from './ports.ts'
import { previewPage } from './preview/preview-page.ts'
import { explainPage } from './receipts/explain-page.ts'
import { getReceipt } from './receipts/get-receipt.ts'
import { listReceipts } from './receipts/list-receipts.ts'
import { watchSite } from './receipts/watch-site.ts'

export function publisherApp(ports: PublisherPorts) {
  // One for all: what is read of content is kept once, and calls follow each other.
  const follow = followContent(ports)
  return {
    generateSite: generateSite(ports),
    checkOutputDir: checkOutputDir(ports),
    getSiteStatus: getSiteStatus(ports),
    listGenerations: listGenerations(ports),
    listBrokenLinks: listBrokenLinks(ports),
    activateGeneration: activateGeneration(ports),
    previewPage: previewPage(ports, follow),
    listReceipts: listReceipts(ports),
    getReceipt: getReceipt(ports),
    explainPage: explainPage(ports),
    watchSite: watchSite(ports),
    noteChanges: noteChanges(ports),
    runGenerations: runGenerations(ports, follow),
  }
}

export type PublisherApp = ReturnType<typeof publisherApp>
