/**
 * A worker thread of the floor, the minimal site generator of the benchmark: parses its share of the posts,
 * then renders and writes pages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Handlebars from 'handlebars'
import { marked } from 'marked'
import { type TemplateName, templates } from './floor-templates.ts'

export interface Summary {
  readonly title: string
  readonly slug: string
  readonly url: string
  readonly createdAt: string
  readonly day: string
  readonly description: string
  readonly teaser: string
  readonly minutes: number
  readonly category: { readonly name: string; readonly url: string }
  readonly tags: readonly { readonly name: string; readonly url: string }[]
  readonly author: { readonly name: string; readonly url: string }
}

export interface FloorPage {
  readonly path: string
  readonly template: TemplateName
  readonly model: object
}

export type ToThread =
  | { readonly type: 'read'; readonly slugs: readonly string[] }
  | {
      readonly type: 'posts'
      readonly neighbours: readonly {
        readonly slug: string
        readonly older?: object
        readonly newer?: object
      }[]
    }
  | { readonly type: 'pages'; readonly pages: readonly FloorPage[] }

const { source, output } = workerData as { source: string; output: string }
const compiled = Object.fromEntries(
  Object.entries(templates).map(([name, text]) => [name, Handlebars.compile(text)]),
)
const bodies = new Map<string, { summary: Summary; html: string }>()

const link = (type: string, name: string) => ({
  name,
  url: `/${type}/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/`,
})

function read(slug: string): Summary {
  const text = readFileSync(join(source, `${slug}.md`), 'utf8')
  const end = text.indexOf('\n')
  const fields = JSON.parse(text.slice(0, end)) as {
    title: string
    date: string
    category: string[]
    tag: string[]
    author: string[]
  }
  const html = marked.parse(text.slice(end + 1), { async: false })
  const words = html.replace(/<[^>]+>/g, '').split(/\s+/)
  const plain = words.slice(0, 60).join(' ')
  const summary = {
    title: fields.title,
    slug,
    url: `/post/${slug}/`,
    createdAt: fields.date,
    day: new Date(fields.date).toDateString(),
    description: plain.slice(0, 300),
    teaser: plain.slice(0, 220),
    minutes: Math.max(1, Math.round(words.length / 220)),
    category: link('category', fields.category[0] ?? ''),
    tags: fields.tag.map((name) => link('tag', name)),
    author: link('author', fields.author[0] ?? ''),
  }
  bodies.set(slug, { summary, html })
  return summary
}

function write(path: string, template: TemplateName, model: object): void {
  const file = join(output, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, compiled[template]?.(model) ?? '')
}

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'read') {
    const summaries = message.slugs.map(read)
    // The feeds of the site and of its terms contain only the newest posts.
    const feed = message.slugs.slice(0, 1_500).map((slug) => bodies.get(slug)?.html ?? '')
    parentPort?.postMessage({ summaries, feed })
    return
  }
  if (message.type === 'posts') {
    for (const { slug, older, newer } of message.neighbours) {
      const body = bodies.get(slug)
      if (body)
        write(`post/${slug}/index.html`, 'post', { ...body.summary, content: body.html, older, newer })
    }
  } else for (const { path, template, model } of message.pages) write(path, template, model)
  parentPort?.postMessage('done')
})
