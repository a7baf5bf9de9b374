/** Concurrent writers, each with its own items, that record every acknowledgement in the ledger. */
import type { Ledger } from './ledger.ts'
import { seededRandom } from './random.ts'
import type { Requests } from './requests.ts'
import type { Tally } from './tally.ts'
import { itemWrites } from './writes/items.ts'
import { mediaWrites, menuWrites, settingsWrites, themeWrites, userWrites } from './writes/others.ts'
import type { Write, Writer } from './writes/writer.ts'

export interface Clients {
  /** Starts no more requests and waits for running ones. */
  stop(): Promise<void>
}

export interface ClientsOptions {
  readonly count: number
  readonly seed: number
  readonly requests: Requests
  readonly ledger: Ledger
  readonly tally: Tally
}

/** Relative frequency of each write. */
const weights = {
  createPost: 170,
  editPost: 380,
  publishPost: 90,
  bulkPosts: 30,
  deletePost: 40,
  createPage: 50,
  editPage: 90,
  bulkPages: 10,
  deletePage: 15,
  upload: 40,
  describe: 35,
  deleteFile: 10,
  menu: 12,
  settings: 12,
  theme: 3,
  user: 13,
}

export function startClients({ count, seed, requests, ledger, tally }: ClientsOptions): Clients {
  let stopping = false
  const working = Array.from({ length: count }, async (_, at) => {
    const writer: Writer = {
      name: `${seed}w${at}`,
      random: seededRandom(seed, at + 1),
      requests,
      ledger,
      tally,
      stopping: () => stopping,
    }
    const writes = writesOf(writer, at)
    while (!stopping) await writes[writer.random.weighted(weights)]()
  })
  return {
    async stop() {
      stopping = true
      await Promise.all(working)
    },
  }
}

function writesOf(writer: Writer, at: number): Readonly<Record<keyof typeof weights, Write>> {
  const media = mediaWrites(writer)
  const posts = itemWrites(writer, 'post', media.urls)
  const pages = itemWrites(writer, 'page', media.urls)
  return {
    createPost: posts.create,
    editPost: posts.edit,
    publishPost: posts.publish,
    bulkPosts: posts.bulk,
    deletePost: posts.remove,
    createPage: pages.create,
    editPage: pages.edit,
    bulkPages: pages.bulk,
    deletePage: pages.remove,
    upload: media.upload,
    describe: media.describe,
    deleteFile: media.remove,
    menu: menuWrites(writer).menu,
    settings: at === 0 ? settingsWrites(writer).settings : posts.edit,
    theme: at === 1 ? themeWrites(writer).theme : posts.edit,
    user: userWrites(writer).user,
  }
}
