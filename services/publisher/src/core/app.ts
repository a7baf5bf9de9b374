import { runGenerations } from './build/run-generations.ts'
import { shardRenderer } from './build/shards/render-shard.ts'
import type { PublisherPorts } from './ports.ts'
import { previewPage } from './preview/preview-page.ts'
import { checkPermalinks } from './redirects/check-permalinks.ts'
import { listAddresses } from './redirects/list-addresses.ts'
import { listFormerAddresses } from './redirects/list-former-addresses.ts'
import { manageRedirects } from './redirects/manage-redirects.ts'
import { activateGeneration } from './releases/activate-generation.ts'
import { checkOutputDir } from './releases/check-output-dir.ts'
import { generateSite } from './releases/generate-site.ts'
import { holdAutomatic } from './releases/hold-automatic.ts'
import { listGenerations } from './releases/list-generations.ts'
import { getSiteStatus } from './reports/get-site-status.ts'
import { explainPage } from './reports/history/explain-page.ts'
import { getReceipt } from './reports/history/get-receipt.ts'
import { listReceipts } from './reports/history/list-receipts.ts'
import { watchSite } from './reports/history/watch-site.ts'
import { listBrokenLinks } from './reports/links/list-broken-links.ts'
import { noteChanges } from './reports/note-changes.ts'
import { followContent } from './site/follow-content.ts'

export function publisherApp(ports: PublisherPorts) {
  // Shared, because it caches content.
  const follow = followContent(ports)
  return {
    generateSite: generateSite(ports),
    checkOutputDir: checkOutputDir(ports),
    holdAutomatic: holdAutomatic(ports),
    getSiteStatus: getSiteStatus(ports),
    listGenerations: listGenerations(ports),
    listBrokenLinks: listBrokenLinks(ports),
    activateGeneration: activateGeneration(ports),
    previewPage: previewPage(ports, follow),
    listReceipts: listReceipts(ports),
    getReceipt: getReceipt(ports),
    explainPage: explainPage(ports),
    watchSite: watchSite(ports),
    redirects: manageRedirects(ports),
    listAddresses: listAddresses(ports),
    listFormerAddresses: listFormerAddresses(ports),
    checkPermalinks: checkPermalinks(ports, follow),
    noteChanges: noteChanges(ports),
    runGenerations: runGenerations(ports, follow),
    renderShard: shardRenderer(ports),
  }
}

export type PublisherApp = ReturnType<typeof publisherApp>
