/**
 * The gRPC server of the floor, a minimal system to compare Typecase with. Serves posts in Postgres: three
 * methods, plain SQL, no validation.
 */
import { randomUUID } from 'node:crypto'
import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js'
import type {
  CreatePostReplyInput,
  CreatePostRequest,
  GetPostReplyInput,
  GetPostRequest,
  ListPostsReplyInput,
  ListPostsRequest,
  PostInput,
} from '@typecase/contracts/messages'
import { PostServiceDef } from '@typecase/contracts/services'
import { toTimestamp } from '@typecase/contracts/time'
import type { Pool } from 'pg'

const columns = 'id, title, slug, status, author, created_at, updated_at, metadata, content, revision'
const pageSql = `select ${columns} from posts where status = 'published' order by created_at desc, id desc limit $1 offset $2`
// The table has a count for each facet and status. The facet with the highest count contains all posts.
const largestSql = `select key from post_counts where status = 'published' order by n desc limit 1`
const totalSql = `select n from post_counts where key = $1 and status = 'published'`
const postSql = `select ${columns} from posts where id = $1 and status = 'published'`
/** The floor writes to a separate table, so that its rows do not appear in the product. */
const insertSql = `insert into floor.posts (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)`

/** Listens on a free loopback port and returns `host:port`. */
export async function serveContent(pool: Pool): Promise<string> {
  const everyPost = (await pool.query(largestSql)).rows[0]?.key
  const server = new Server({ 'grpc.max_send_message_length': -1 })
  server.addService(PostServiceDef.definition(), {
    listPosts: unary<ListPostsRequest, ListPostsReplyInput>(async ({ paging }) => {
      const [page, total] = await Promise.all([
        pool.query(pageSql, [paging?.limit, paging?.offset]),
        pool.query(totalSql, [everyPost]),
      ])
      return { posts: page.rows.map(toPost), total: total.rows[0].n }
    }),
    getPost: unary<GetPostRequest, GetPostReplyInput>(async ({ id }) => ({
      post: toPost((await pool.query(postSql, [id])).rows[0]),
      related: [],
    })),
    createPost: unary<CreatePostRequest, CreatePostReplyInput>(async ({ metadataJson, content = '' }) => {
      const { title, status, ...metadata } = JSON.parse(metadataJson)
      const [id, now] = [randomUUID(), new Date()]
      await pool.query(insertSql, [id, title, id, status, 'floor', now, now, metadata, content])
      const row = {
        id,
        title,
        slug: id,
        status,
        author: 'floor',
        created_at: now,
        updated_at: now,
        metadata,
        content: '',
        revision: 1,
      }
      return { post: toPost(row), replayed: false }
    }),
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return `127.0.0.1:${port}`
}

function unary<Request, Reply>(handler: (request: Request) => Promise<Reply>) {
  return ({ request }: { request: Request }, callback: sendUnaryData<Reply>) => {
    handler(request).then((reply) => callback(null, reply), callback)
  }
}

const toPost = ({ created_at, updated_at, metadata, ...row }: PostRow): PostInput => ({
  ...row,
  createdAt: toTimestamp(created_at),
  updatedAt: toTimestamp(updated_at),
  metadataJson: JSON.stringify(metadata),
})

interface PostRow {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: string
  readonly author: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly metadata: object
  readonly content: string
  readonly revision: number
}
