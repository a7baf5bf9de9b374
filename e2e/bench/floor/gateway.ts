/**
 * The gateway of the floor, the minimal stack with which the benchmarks compare the product. Serves three API
 * routes without sessions, validation or additional headers.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Client, credentials } from '@grpc/grpc-js'
import type {
  CreatePostReply,
  CreatePostRequestInput,
  GetPostReply,
  GetPostRequestInput,
  ListPostsReply,
  ListPostsRequestInput,
  Post,
} from '@typecase/contracts/messages'
import { PostServiceDef } from '@typecase/contracts/services'
import { fromTimestamp } from '@typecase/contracts/time'
import express from 'express'

/** Serves the API. Response bodies are identical to those of the product. */
export async function serveGateway(port: number, content: string): Promise<void> {
  const client = new Client(content, credentials.createInsecure())
  const listPosts = unary<ListPostsRequestInput, ListPostsReply>(client, 'ListPosts')
  const getPost = unary<GetPostRequestInput, GetPostReply>(client, 'GetPost')
  const createPost = unary<CreatePostRequestInput, CreatePostReply>(client, 'CreatePost')
  const app = express()
  app.set('etag', false)
  app.get('/api/posts', async (request, response) => {
    const limit = Number(request.query.limit ?? 10)
    const offset = Number(request.query.offset ?? 0)
    const { posts, total } = await listPosts({ paging: { limit, offset } })
    const data = posts.map((post) => ({ frontmatter: frontmatterOf(post), content: post.content }))
    const last = offset + posts.length < total ? posts.at(-1) : undefined
    const nextCursor = last ? `${fromTimestamp(last.createdAt).getTime()}_${last.id}` : null
    response.json({ success: true, data, total, limit, offset, nextCursor })
  })
  app.get('/api/posts/:id', async (request, response) => {
    const { post } = await getPost({ id: request.params.id })
    if (!post) throw new Error('no post')
    response.json({
      success: true,
      data: { ...frontmatterOf(post), relatedPosts: [], relatedPostsData: [], content: post.content },
    })
  })
  app.post('/api/posts', express.json(), async (request, response) => {
    const { metadata, content } = request.body
    const { post } = await createPost({ metadataJson: JSON.stringify(metadata), content })
    if (!post) throw new Error('no post')
    response.status(201).json({ success: true, id: post.id, data: frontmatterOf(post) })
  })
  await once(createServer(app).listen(port, '127.0.0.1'), 'listening')
}

function unary<Request, Reply>(client: Client, name: 'ListPosts' | 'GetPost' | 'CreatePost') {
  const method = PostServiceDef.definition()[name]
  if (!method) throw new Error(`no method ${name}`)
  return (request: Request) =>
    new Promise<Reply>((resolve, reject) => {
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        (error, reply) => (error ? reject(error) : resolve(reply as Reply)),
      )
    })
}

const frontmatterOf = (post: Post) => ({
  id: post.id,
  title: post.title,
  slug: post.slug,
  status: post.status,
  author: post.author,
  createdAt: fromTimestamp(post.createdAt).toISOString(),
  updatedAt: fromTimestamp(post.updatedAt).toISOString(),
  ...JSON.parse(post.metadataJson),
})
