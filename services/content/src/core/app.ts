import { bulkItems } from './items/bulk-items.ts'
import { createItem } from './items/create-item.ts'
import { deleteItem, updateItem } from './items/update-item.ts'
import { pageRules } from './pages/page-rules.ts'
import { getPage, listPages } from './pages/queries.ts'
import type { Ports } from './ports.ts'
import { listTerms } from './posts/list-terms.ts'
import { postRules } from './posts/post-rules.ts'
import { getPost, listPosts } from './posts/queries.ts'
import { getRevision, listRevisions } from './revisions/queries.ts'
import { restoreItem } from './revisions/restore-item.ts'
import { storeRevision } from './revisions/store-revision.ts'
import { followSchedule } from './schedule/follow-schedule.ts'
import { getSettings } from './settings/queries.ts'
import { updateSettings } from './settings/update-settings.ts'
import { readPosition, streamContent, streamItems } from './snapshot.ts'
import { exportItems } from './transfer/export-items.ts'
import { exportRevisions } from './transfer/export-revisions.ts'
import { importItems } from './transfer/import-items.ts'

/** All operations of the content service. */
export const contentApp = (ports: Ports) => ({
  createPost: createItem(postRules)(ports),
  getPost: getPost(ports),
  listPosts: listPosts(ports),
  updatePost: updateItem(postRules)(ports),
  deletePost: deleteItem(postRules)(ports),
  bulkPosts: bulkItems(postRules)(ports),
  listTerms: listTerms(ports),

  createPage: createItem(pageRules)(ports),
  getPage: getPage(ports),
  listPages: listPages(ports),
  updatePage: updateItem(pageRules)(ports),
  deletePage: deleteItem(pageRules)(ports),
  bulkPages: bulkItems(pageRules)(ports),

  listRevisions: listRevisions(ports),
  getRevision: getRevision(ports),
  restorePost: restoreItem(postRules)(ports),
  restorePage: restoreItem(pageRules)(ports),
  storeRevision: storeRevision(ports),

  followSchedule: followSchedule(ports),

  getSettings: getSettings(ports),
  updateSettings: updateSettings(ports),

  importItems: importItems(ports),
  exportItems: exportItems(ports),
  exportRevisions: exportRevisions(ports),

  streamContent: streamContent(ports),
  streamItems: streamItems(ports),
  readPosition: readPosition(ports),
})

export type ContentApp = ReturnType<typeof contentApp>
