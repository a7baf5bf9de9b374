/** The main part for themes that only have a layout (docs/themes.md). */
import type { PaginationModel } from '../addresses/pagination.ts'
import type { Breadcrumb } from './breadcrumbs.ts'
import type { Link, PostModel, PostSummary, TermLink } from './entry-models.ts'
import { escapeHtml } from './html.ts'
import type { Section, SectionItem } from './sections.ts'

export const breadcrumbNav = (crumbs: readonly Breadcrumb[]): string =>
  `<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol>${crumbs
    .map(
      ({ title, url, current }) =>
        `<li>${current ? `<span aria-current="page">${escapeHtml(title)}</span>` : anchor({ title, url })}</li>`,
    )
    .join('')}</ol></nav>\n`

export function postFooter(post: PostModel): string {
  const filed = [
    post.category ? `<p class="category">Category: ${termAnchor(post.category)}</p>\n` : '',
    post.tags.length > 0 ? `<p class="tags">Tags: ${post.tags.map(termAnchor).join(', ')}</p>\n` : '',
  ].join('')
  const related =
    post.related.length > 0
      ? `<section class="related"><h2>Related posts</h2>\n${linkList(post.related)}</section>\n`
      : ''
  return filed + related
}

export const postList = (posts: readonly PostSummary[], pagination: PaginationModel): string =>
  (posts.length > 0 ? posts.map(postTeaser).join('') : '<p>Nothing has been published yet.</p>\n') +
  paginationNav(pagination, byTime)

interface Steps {
  readonly previous: string
  readonly next: string
}

const byTime: Steps = { previous: 'Newer posts', next: 'Older posts' }

const postTeaser = (post: PostSummary): string =>
  `<article><h2>${anchor(post)}</h2>\n<p><time datetime="${post.createdAt}">${post.createdAt.slice(0, 10)}</time></p>\n${
    post.excerpt ? `<p>${escapeHtml(post.excerpt)}</p>\n` : ''
  }</article>\n`

export function paginationNav({ page, pages, previous, next }: PaginationModel, steps: Steps): string {
  if (pages < 2) return ''
  const links = [
    previous ? `<a rel="prev" href="${escapeHtml(previous)}">${steps.previous}</a>` : '',
    `<span>Page ${page} of ${pages}</span>`,
    next ? `<a rel="next" href="${escapeHtml(next)}">${steps.next}</a>` : '',
  ]
  return `<nav class="pagination" aria-label="Pages">${links.filter(Boolean).join(' ')}</nav>\n`
}

export const termList = (terms: readonly (TermLink & { readonly count: number })[]): string =>
  terms.length === 0
    ? '<p>There are no categories yet.</p>\n'
    : `<ul>\n${terms.map((term) => `<li>${termAnchor(term)} (${term.count})</li>\n`).join('')}</ul>\n`

export const sectionList = (sections: readonly Section[]): string =>
  sections
    .map(({ title, items }) => `<section><h2>${escapeHtml(title)}</h2>\n${itemList(items)}</section>\n`)
    .join('')

const itemList = (items: readonly SectionItem[]): string =>
  `<ul>\n${items.map((item) => `<li>${anchor(item)}${item.children.length > 0 ? `\n${itemList(item.children)}` : ''}</li>\n`).join('')}</ul>\n`

export const notFoundText = (homeUrl: string): string =>
  `<p>There is no page at this address.</p>\n<p><a href="${escapeHtml(homeUrl)}">Go to the home page</a></p>\n`

const linkList = (links: readonly Link[]): string =>
  `<ul>\n${links.map((link) => `<li>${anchor(link)}</li>\n`).join('')}</ul>\n`

const anchor = ({ title, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`

const termAnchor = ({ name, url }: TermLink): string => anchor({ title: name, url })
