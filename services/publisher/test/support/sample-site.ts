/** A small site with every kind of page and nearly all Markdown and template syntax. */
import type { Page, Post } from '../../src/core/site/site.ts'
import {
  aMenuItem,
  anImage,
  aPage,
  aPost,
  aSourceSite,
  aSourceTheme,
  type Sourced,
  type SourceSite,
  withMarkdown,
} from './sites.ts'

export const richMarkdown = `# Ink & "paper" <patience>

Plain words, *stressed* and **strong**, \`code <x>\`, ~~gone~~ and a line  
that is broken. https://example.org/auto and <mailto:a@example.org>, &copy; &amp; 日本 🎉.

## Main

> Said by *somebody*.
>
> > And by another.

### Main

- one
  1. in order
  2. [own](/post/second/?a=1&b=2#x) and [of the other style](/about/team.html)
- [x] done
- [ ] open

| left | right | middle |
|:--|--:|:-:|
| a | 1 \\| 2 | ![small](/images/cat.png "Title") |

![A cat](/images/cat.png)

![From elsewhere](https://example.org/far.png)

\`\`\`js
const line = "<tag>" // a & b
\`\`\`

    indented

[by name]: /about/ 'A title'

See [by name], [nowhere](/nowhere/) and [script](javascript:alert(1)).

* * *

<figure><img src="/images/cat.png" alt="raw" onerror="x"><figcaption>Raw <b onclick="x">HTML</b></figcaption></figure>

<iframe src="https://www.youtube-nocookie.com/embed/x" width="100" height="50"></iframe><script>alert(1)</script>

## !

## Книги

Snake_case_word, 1\\. no list, \\*no stress\\*.
`

/** Simple Markdown, which takes a faster path in the renderer. */
export const plainMarkdown =
  'A first paragraph of *plain* words.\n\n## A heading\n\nAnother one, with a [link](/post/first/).\n\n- a\n- b\n'

const frame = (main: string) =>
  `<!doctype html><html><head><title>{{title}}</title>{{head}}<link rel="stylesheet" href="{{asset "css/style.css"}}"></head><body class="{{kind}}">
<nav>{{#each menu}}<a href="{{url}}"{{#if class}} class="{{class}}"{{/if}}{{#if (within url)}} aria-current="true"{{/if}}>{{title}}</a>{{#each children}}{{title}}{{/each}}{{/each}}</nav>
{{#with (before menu)}}{{title}}{{/with}}{{#with (after menu)}}{{title}}{{/with}}
${main}
<footer>{{date site.updatedAt "YYYY"}} {{theme.title}} {{url "/blog/"}} {{absolute site.url}} {{footerCode}}</footer></body></html>`

/** Templates with helpers. A theme with only the layout uses the built-in templates instead. */
export const helperTemplates = {
  'templates/post.html': frame(
    `{{> way}}<h1>{{title}}</h1>{{#with post}}<p>{{#if (and (eq slug "third") (gt readingMinutes 0))}}A{{/if}}{{#unless (or (ne slug "first") (lt readingMinutes 1))}}B{{/unless}}{{#if (not featuredImage)}}C{{/if}}{{#if (current @root.url)}}D{{/if}}
{{t "greeting" slug readingMinutes}} {{default subtitle "–"}} {{date createdAt}} {{date updatedAt "dddd, D MMM YY [at] HH:mm:ss"}}
{{readingMinutes}} {{plural readingMinutes "minute" "minutes"}} {{join tags ", "}}{{#with image}}<img src="{{url}}" srcset="{{srcset}}">{{#each sources}}{{type}}{{srcset}}{{/each}}{{/with}}
{{#each headings}}{{level}}{{id}}{{text}}{{/each}}{{{content}}}{{#each (limit related 1)}}{{title}}{{/each}}{{previous.title}}{{next.url}}{{/with}}<script>{{json post.meta}}</script>`,
  ),
  'templates/page.html': frame(
    '{{> way}}<h1>{{title}}</h1>{{{content}}}{{page.parent.title}}{{json page.children}}',
  ),
  'templates/home.html': frame(
    '{{#each posts}}{{title}} {{truncate excerpt 40}} {{category.name}}{{/each}}{{json pagination}}',
  ),
  'templates/taxonomy.html': frame(
    '{{concat taxonomy.type " " taxonomy.name}}{{#each (where posts "category.slug" "news")}}{{title}}{{/each}}',
  ),
  'custom/blog.html': frame('{{#each (skip posts 1)}}{{title}}{{/each}}{{length posts}}{{json recentPosts}}'),
  'custom/categories.html': frame(
    '{{#each categories}}{{name}}{{count}}{{/each}}{{#each tags}}{{lookup this "slug"}}{{/each}}',
  ),
  'templates/sitemap.html': frame('{{json sections}}{{json pagination}}'),
  'translations/en.json':
    '{ "greeting": { "one": "{0} takes {1} minute", "other": "{0} takes {1} minutes" } }',
  'partials/way.html':
    '{{#each breadcrumbs}}{{#if current}}{{title}}{{else}}<a href="{{url}}">{{title}}</a>{{/if}}{{/each}}',
}

export function sampleSite(templates: Readonly<Record<string, string>>): SourceSite {
  const idOf = (n: number) => `00000000-0000-7000-8000-1000000000${n}`
  const featured = { url: '/images/cat.png', alt: 'A "cat"' }
  const posts: Sourced<Post>[] = [
    { at: 1, title: 'First & <last>', category: 'News', tags: ['C++', 'Röck'] },
    {
      at: 2,
      title: 'Second',
      category: 'news',
      tags: ['C#'],
      relatedPosts: [idOf(11), idOf(13)],
      excerpt: 'Said by itself',
    },
    {
      at: 3,
      title: 'Third',
      featuredImage: featured,
      relatedPosts: [idOf(12)],
      subtitle: 'Under it',
      meta: { mood: '</script>' },
    },
  ].map((post, n) => ({
    ...withMarkdown(aPost(['first', 'second', 'third'][n] ?? '', { id: idOf(11 + n), ...post })),
    markdown: n === 1 ? plainMarkdown : richMarkdown,
  }))
  const pages: Sourced<Page>[] = ['about', 'about/team', 'about/team/ann', 'imprint'].map((path, n) => ({
    ...withMarkdown(
      aPage(path, {
        id: idOf(21 + n),
        ...(path === 'imprint' ? { type: 'normal', featuredImage: featured } : {}),
      }),
    ),
    markdown: n === 0 ? richMarkdown : plainMarkdown,
  }))
  const menu = [
    aMenuItem({ id: 'about', url: '/about/', class: 'first' }),
    aMenuItem({ id: 'team', url: '/about/team/', parent: 'about' }),
  ]
  return {
    ...aSourceSite({
      theme: aSourceTheme(templates),
      menu,
      media: [{ ...anImage('cat', 700), caption: 'A caption' }],
      settings: { siteTitle: 'Site & <Co>', siteDescription: 'All "sorts"', footerCode: '<p>foot</p>' },
    }),
    posts,
    pages,
  }
}
