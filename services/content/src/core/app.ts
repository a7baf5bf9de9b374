import { bulkPages } from './pages/bulk-pages.ts'
import { createPage } from './pages/create-page.ts'
import { deletePage } from './pages/delete-page.ts'
import { getPage, listPages } from './pages/queries.ts'
import { updatePage } from './pages/update-page.ts'
import type { Ports } from './ports.ts'
import { bulkPosts } from './posts/bulk-posts.ts'
import { createPost } from './posts/create-post.ts'
import { deletePost } from './posts/delete-post.ts'
import { listTerms } from './posts/list-terms.ts'
import { getPost, listPosts } from './posts/queries.ts'
import { updatePost } from './posts/update-post.ts'
import { getRevision, listRevisions } from './revisions/queries.ts'
import { restorePage } from './revisions/restore-page.ts'
import { restorePost } from './revisions/restore-post.ts'
import { storeRevision } from './revisions/store-revision.ts'
import { followSchedule } from './schedule/follow-schedule.ts'
import { getSettings } from './settings/queries.ts'
import { updateSettings } from './settings/update-settings.ts'
import { readPosition, streamContent, streamItems } from './snapshot.ts'

/** Everything the content service can do. */
export const contentApp = (ports: Ports) => ({
  createPost: createPost(ports),
  getPost: getPost(ports),
  listPosts: listPosts(ports),
  updatePost: updatePost(ports),
  deletePost: deletePost(ports),
  bulkPosts: bulkPosts(ports),
  listTerms: listTerms(ports),

  createPage: createPage(ports),
  getPage: getPage(ports),
  listPages: listPages(ports),
  updatePage: updatePage(ports),
  deletePage: deletePage(ports),
  bulkPages: bulkPages(ports),

  listRevisions: listRevisions(ports),
  getRevision: getRevision(ports),
  restorePost: restorePost(ports),
  restorePage: restorePage(ports),
  storeRevision: storeRevision(ports),

  followSchedule: followSchedule(ports),

  getSettings: getSettings(ports),
  updateSettings: updateSettings(ports),

  streamContent: streamContent(ports),
  streamItems: streamItems(ports),
  readPosition: readPosition(ports),
})

export type ContentApp = ReturnType<typeof contentApp>
