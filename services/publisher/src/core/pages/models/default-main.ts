/** The default main content of pages that layout.html renders (docs/themes.md). */
import type { PaginationModel } from '../addresses/pagination.ts'
import type { AuthorModel } from './authors.ts'
import type { Breadcrumb } from './breadcrumbs.ts'
import type { Context } from './context.ts'
import type { Link, PostModel, PostSummary, TermLink } from './entry-models.ts'
import { escapeHtml } from './html.ts'
import type { Alternate } from './languages.ts'
import type { Section, SectionItem } from './sections.ts'
import { longDate } from './site-dates.ts'
import type { Words } from './words.ts'

/** The parts of the context that the default main part needs. */
export type DefaultMainContext = Pick<Context, 'words' | 'site'>

export const breadcrumbNav = (crumbs: readonly Breadcrumb[], words: Words): string =>
  `<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"><ol>${crumbs
    .map(
      ({ title, url, current }) =>
        `<li>${current ? `<span aria-current="page">${escapeHtml(title)}</span>` : anchor({ title, url })}</li>`,
    )
    .join('')}</ol></nav>\n`

export function postFooter(post: PostModel, words: Words): string {
  const filed = [
    post.authors.length > 0
      ? `<p class="authors">${words.authors}: ${post.authors.map(termAnchor).join(', ')}</p>\n`
      : '',
    post.category ? `<p class="category">${words.category}: ${termAnchor(post.category)}</p>\n` : '',
    post.tags.length > 0
      ? `<p class="tags">${words.tags}: ${post.tags.map(termAnchor).join(', ')}</p>\n`
      : '',
  ].join('')
  const related =
    post.related.length > 0
      ? `<section class="related"><h2>${words.relatedPosts}</h2>\n${linkList(post.related)}</section>\n`
      : ''
  return filed + related
}

export function postList(
  posts: readonly PostSummary[],
  pagination: PaginationModel,
  { words, site: { settings } }: DefaultMainContext,
): string {
  const date = (instant: string) => longDate(settings, instant)
  const shown =
    posts.length > 0 ? posts.map((post) => postTeaser(post, date)).join('') : `<p>${words.nothingYet}</p>\n`
  return shown + paginationNav(pagination, { previous: words.newerPosts, next: words.olderPosts }, words)
}

interface Steps {
  readonly previous: string
  readonly next: string
}

const postTeaser = (post: PostSummary, date: (instant: string) => string): string =>
  `<article><h2>${anchor(post)}</h2>\n<p><time datetime="${post.publishedAt}">${date(post.publishedAt)}</time></p>\n${
    post.excerpt ? `<p>${escapeHtml(post.excerpt)}</p>\n` : ''
  }</article>\n`

export function paginationNav(
  { page, pages, previous, next }: PaginationModel,
  steps: Steps,
  words: Words,
): string {
  if (pages < 2) return ''
  const links = [
    previous ? `<a rel="prev" href="${escapeHtml(previous)}">${steps.previous}</a>` : '',
    `<span>${words.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages))}</span>`,
    next ? `<a rel="next" href="${escapeHtml(next)}">${steps.next}</a>` : '',
  ]
  return `<nav class="pagination" aria-label="${words.pages}">${links.filter(Boolean).join(' ')}</nav>\n`
}

export const termList = (terms: readonly (TermLink & { readonly count: number })[], words: Words): string =>
  terms.length === 0
    ? `<p>${words.noCategories}</p>\n`
    : `<ul>\n${terms.map((term) => `<li>${termAnchor(term)} (${term.count})</li>\n`).join('')}</ul>\n`

export const sectionList = (sections: readonly Section[]): string =>
  sections
    .map(({ title, items }) => `<section><h2>${escapeHtml(title)}</h2>\n${itemList(items)}</section>\n`)
    .join('')

const itemList = (items: readonly SectionItem[]): string =>
  `<ul>\n${items.map((item) => `<li>${anchor(item)}${item.children.length > 0 ? `\n${itemList(item.children)}` : ''}</li>\n`).join('')}</ul>\n`

export const notFoundText = (homeUrl: string, words: Words): string =>
  `<p>${words.noPageHere}</p>\n<p><a href="${escapeHtml(homeUrl)}">${words.toHome}</a></p>\n`

/** Markup that precedes the posts of an author. */
export function authorIntroduction({ bio, avatar, links }: AuthorModel): string {
  const size = avatar?.width && avatar.height ? ` width="${avatar.width}" height="${avatar.height}"` : ''
  return [
    avatar ? `<p class="avatar"><img src="${escapeHtml(avatar.url)}" alt=""${size}></p>\n` : '',
    bio ? `<p class="bio">${escapeHtml(bio.trim()).replace(/(?:\r\n|\r|\n)/g, '<br>\n')}</p>\n` : '',
    links.length > 0 ? linkList(links) : '',
  ].join('')
}

export const languageNav = (alternates: readonly Alternate[], words: Words): string =>
  alternates.length === 0
    ? ''
    : `<nav class="languages" aria-label="${words.languages}"><ul>${alternates
        .map(({ language, direction, name, url, current }) => {
          const inLanguage = `lang="${escapeHtml(language)}" dir="${direction}"`
          return current
            ? `<li><span ${inLanguage} aria-current="page">${escapeHtml(name)}</span></li>`
            : `<li><a href="${escapeHtml(url)}" hreflang="${escapeHtml(language)}" ${inLanguage}>${escapeHtml(name)}</a></li>`
        })
        .join('')}</ul></nav>\n`

const linkList = (links: readonly Link[]): string =>
  `<ul>\n${links.map((link) => `<li>${anchor(link)}</li>\n`).join('')}</ul>\n`

const anchor = ({ title, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`

const termAnchor = ({ name, url }: Pick<TermLink, 'name' | 'url'>): string => anchor({ title: name, url })
