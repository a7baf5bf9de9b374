/** The same small site in German, Arabic and Japanese. */
import type { Api } from '../api.ts'

export interface LocalSite {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly timeZone: string
  readonly title: string
  readonly description: string
  readonly author: string
  readonly category: string
  readonly tag: string
  /** Titles of two posts. */
  readonly posts: readonly [newer: string, older: string]
  readonly about: string
  readonly paragraph: string
}

export const localSites: readonly LocalSite[] = [
  {
    language: 'de',
    direction: 'ltr',
    timeZone: 'Europe/Berlin',
    title: 'Setzkasten',
    description: 'Notizen über Buchstaben',
    author: 'Ada Müller',
    category: 'Handwerk',
    tag: 'Blei',
    posts: ['Warum der Durchschuss zählt', 'Ein Kasten für jeden Buchstaben'],
    about: 'Über uns',
    paragraph: 'Jeder Buchstabe hat sein eigenes Fach, und die häufigsten liegen der Hand am nächsten.',
  },
  {
    language: 'ar',
    direction: 'rtl',
    timeZone: 'Africa/Cairo',
    title: 'صندوق الحروف',
    description: 'ملاحظات عن الحروف',
    author: 'ليلى حسن',
    category: 'حرفة',
    tag: 'رصاص',
    posts: ['لماذا تهم المسافة بين السطور', 'صندوق لكل حرف'],
    about: 'من نحن',
    paragraph: 'لكل حرف خانته الخاصة، وأكثر الحروف استعمالا هي الأقرب إلى اليد.',
  },
  {
    language: 'ja',
    direction: 'ltr',
    timeZone: 'Asia/Tokyo',
    title: '活字箱',
    description: '文字についての覚え書き',
    author: '山田花子',
    category: '手仕事',
    tag: '鉛',
    posts: ['行間はなぜ大切か', '文字ごとの引き出し'],
    about: '私たちについて',
    paragraph: 'どの文字にも自分の引き出しがあり、よく使う文字ほど手の近くにある。',
  },
]

/** In UTC this is the last half hour of a year; in Berlin, Cairo and Tokyo it is already the next year. */
export const publishedAt = '2024-12-31T23:30:00.000Z'
const slugs = ['newer', 'older'] as const

/** Fills a system with the content and settings of the site. The newest post is at `/post/newer/`. */
export async function fillLocalSite(api: Api, site: LocalSite): Promise<void> {
  const { language, timeZone, title, description, author, category, tag, posts, about, paragraph } = site
  await api.ok('PUT', '/api/settings', {
    json: {
      siteTitle: title,
      siteDescription: description,
      siteLanguage: language,
      siteTimezone: timeZone,
      postsPerPage: 1,
    },
  })
  const { body: users } = await api.ok('GET', '/api/users')
  await api.ok('PUT', `/api/users/${users.data?.[0]?.id}`, { json: { displayName: author } })
  const body = `${paragraph}\n\n## ${category}\n\n${paragraph} ${paragraph}\n\n> ${paragraph}\n`
  const post = (at: 0 | 1) => ({
    type: 'post',
    content: body,
    onExisting: 'replace',
    metadata: {
      sourceKey: `local ${slugs[at]}`,
      title: posts[at],
      slug: slugs[at],
      status: 'published',
      author: 'admin',
      category,
      tags: [tag],
      createdAt: publishedAt,
      publishedAt: at === 0 ? publishedAt : '2024-06-15T12:00:00.000Z',
    },
  })
  const page = {
    type: 'page',
    content: body,
    onExisting: 'replace',
    metadata: {
      sourceKey: 'local about',
      title: about,
      slug: 'about',
      status: 'published',
      pageType: 'custom',
    },
  }
  const { body: result } = await api.ok('POST', '/api/import/items', {
    json: { items: [page, post(1), post(0)] },
  })
  if (!result.success) throw new Error(JSON.stringify(result))
  await api.ok('PUT', '/api/menu', {
    json: [
      { id: 'home', title, url: '/' },
      { id: 'about', title: about, url: '/about/' },
    ],
  })
}
