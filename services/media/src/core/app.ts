import { deleteFile } from './files/delete-file.ts'
import { pruneBlobs } from './files/prune-blobs.ts'
import { getFile, listFiles } from './files/queries.ts'
import { readFile } from './files/read-file.ts'
import { updateFile } from './files/update-file.ts'
import { uploadFile } from './files/upload-file.ts'
import type { Ports } from './ports.ts'
import { findReferences } from './references/find-references.ts'
import { catchUpInBackground, followItems } from './references/follow-content.ts'
import { propagateMetadata } from './references/propagate-metadata.ts'
import { enqueueMissing } from './renditions/enqueue-renditions.ts'
import { removeRenditions } from './renditions/remove-renditions.ts'
import { renderDueImages } from './renditions/render-due-images.ts'
import { withRenditions } from './renditions/with-renditions.ts'

/** All operations of this service. */
export const mediaApp = (ports: Ports) => ({
  uploadFile: uploadFile(ports),
  getFile: getFile(ports),
  listFiles: listFiles(ports),
  updateFile: updateFile(ports),
  deleteFile: deleteFile(ports),
  readFile: readFile(ports),
  findReferences: findReferences(ports),
  propagateMetadata: propagateMetadata(ports),

  followItems: followItems(ports),
  /** Updates the references in the background, one batch at a time. */
  catchUpInBackground: catchUpInBackground(ports),
  pruneBlobs: pruneBlobs(ports),

  withRenditions: withRenditions(ports),
  renderDueImages: renderDueImages(ports),
  askForMissingRenditions: enqueueMissing(ports),
  removeRenditions: removeRenditions(ports),
})

export type MediaApp = ReturnType<typeof mediaApp>
