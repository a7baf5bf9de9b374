/** Creates published posts of 4 KB through the API. */
import type { Api } from '../api.ts'

const paragraph = 'Every kind of sort has a compartment of its own, and the hand finds it without the eye. '

export const fourKilobytes = paragraph.repeat(Math.ceil(4096 / paragraph.length)).slice(0, 4096)

/** Creates posts, eight at a time, and returns their ids. `text(n)` precedes the content of post n. */
export async function seedPosts(
  api: Api,
  count: number,
  text: (n: number) => string = () => '',
): Promise<string[]> {
  const ids: string[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      const metadata = {
        title: `Post ${n}`,
        status: 'published',
        category: `Category ${n % 20}`,
        tags: [`Tag ${n % 200}`],
        excerpt: paragraph,
      }
      ids.push(
        String(
          (await api.ok('POST', '/api/posts', { json: { metadata, content: text(n) + fourKilobytes } })).body
            .id,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return ids
}
