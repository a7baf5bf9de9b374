import { deleteFile } from './files/delete-file.ts'
import { getFile, listFiles } from './files/queries.ts'
import { readFile } from './files/read-file.ts'
import { sweepBlobs } from './files/sweep-blobs.ts'
import { updateFile } from './files/update-file.ts'
import { uploadFile } from './files/upload-file.ts'
import type { Ports } from './ports.ts'
import { findReferences } from './references/find-references.ts'
import { catchUpInBackground, followItems } from './references/follow-content.ts'
import { propagateMetadata } from './references/propagate-metadata.ts'
import { askForMissing } from './renditions/ask-for-renditions.ts'
import { makeDueRenditions } from './renditions/make-renditions.ts'
import { removeRenditions } from './renditions/remove-renditions.ts'
import { withRenditions } from './renditions/with-renditions.ts'

/** All that this service can do. */
export const mediaApp = (ports: Ports) => ({
  uploadFile: uploadFile(ports),
  getFile: getFile(ports),
  listFiles: listFiles(ports),
  updateFile: updateFile(ports),
  deleteFile: deleteFile(ports),
  readFile: readFile(ports),
  findReferences: findReferences(ports),
  propagateMetadata: propagateMetadata(ports),

  /** Items of content changed. */
  followItems: followItems(ports),
  /** Brings the references up to date ahead of questions, a part at a time. */
  catchUpInBackground: catchUpInBackground(ports),
  sweepBlobs: sweepBlobs(ports),

  withRenditions: withRenditions(ports),
  makeDueRenditions: makeDueRenditions(ports),
  askForMissingRenditions: askForMissing(ports),
  removeRenditions: removeRenditions(ports),
})

export type MediaApp = ReturnType<typeof mediaApp>
