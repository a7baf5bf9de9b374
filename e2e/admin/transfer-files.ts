/** Small export files of WordPress and Typecase, for tests of the import. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReporter, type Entry, writeArchive } from '@typecase/transfer'
import { openSink } from '@typecase/transfer/node'
import AdmZip from 'adm-zip'
import { squarePng } from '../scenarios/png.ts'

const item = (id: number, type: string, title: string, more: string) => `
  <item>
    <title>${title}</title>
    <link>https://old.example.org/${title.toLowerCase().replaceAll(' ', '-')}/</link>
    <dc:creator>ann</dc:creator>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date_gmt>2021-03-04 05:06:07</wp:post_date_gmt>
    <wp:post_type>${type}</wp:post_type>
    ${more}
  </item>`

const published = '<wp:status>publish</wp:status>'
const photo = 'https://old.example.org/wp-content/uploads/2021/03/harbour.png'

/** One post with an image and a comment, one page, one item in the trash. */
export const wordpressXml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>The harbour</title>
  <link>https://old.example.org</link>
  <wp:base_blog_url>https://old.example.org</wp:base_blog_url>
  ${item(
    7,
    'post',
    'Ships at dawn',
    `${published}<wp:post_name>ships-at-dawn</wp:post_name>
    <wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_content>Well said</wp:comment_content></wp:comment>
    <category domain="category" nicename="ships"><![CDATA[Ships]]></category>
    <content:encoded><![CDATA[<p>Two ships <strong>left</strong>.</p><p><img src="${photo}" alt="Ships"></p>
<p>See <a href="https://old.example.org/the-pier/">the pier</a>.</p>]]></content:encoded>`,
  )}
  ${item(8, 'page', 'The pier', `${published}<wp:post_name>the-pier</wp:post_name>`)}
  ${item(9, 'attachment', 'harbour', `<wp:status>inherit</wp:status><wp:attachment_url>${photo}</wp:attachment_url>`)}
  ${item(10, 'post', 'Forgotten', '<wp:status>trash</wp:status>')}
</channel>
</rss>`

export function uploadsZip(): Buffer {
  const zip = new AdmZip()
  zip.addFile('uploads/2021/03/harbour.png', squarePng(64))
  return zip.toBuffer()
}

/** Long text, so that a request has few posts and a test can cancel the import between two requests. */
const filling = 'Ships leave at dawn. '.repeat(5_000)

/** An archive with `count` posts, as another Typecase installation exports it. */
export async function archiveOfPosts(count: number): Promise<Buffer> {
  async function* entries(): AsyncGenerator<Entry> {
    for (let n = 1; n <= count; n++) {
      const metadata = {
        title: `Archived ${n}`,
        slug: `archived-${n}`,
        status: 'draft' as const,
        sourceKey: `archived-${n}`,
      }
      yield { kind: 'item', item: { type: 'post', metadata, body: `Number ${n}. ${filling}\n` } }
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'typecase-archive-'))
  try {
    const file = join(folder, 'archive.zip')
    await writeArchive(entries(), await openSink(file), createReporter(), { source: 'typecase' })
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
