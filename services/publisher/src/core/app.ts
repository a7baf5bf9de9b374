/** Everything the publisher can do. */
import { generateSite } from './generations/generate-site.ts'
import { getSiteStatus } from './generations/get-site-status.ts'
import { noteChange } from './generations/note-change.ts'
import { runGenerations } from './generations/run-generations.ts'
import type { PublisherPorts } from './ports.ts'

export const publisherApp = (ports: PublisherPorts) => ({
  generateSite: generateSite(ports),
  getSiteStatus: getSiteStatus(ports),
  noteChange: noteChange(ports),
  runGenerations: runGenerations(ports),
})

export type PublisherApp = ReturnType<typeof publisherApp>
