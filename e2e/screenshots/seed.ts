/** Sample content: a small magazine. */
import sharp from 'sharp'
import type { Api } from '../api.ts'

const day = 86_400_000

interface Sample {
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  readonly status?: 'draft'
  readonly inDays?: number
}

const samples: readonly Sample[] = [
  { title: 'How a type case is laid out', category: 'Craft', tags: ['type', 'workshop'] },
  { title: 'Ink, paper, patience', category: 'Craft', tags: ['ink', 'paper'] },
  { title: 'A short history of the composing stick', category: 'History', tags: ['tools', 'type'] },
  { title: 'The quiet return of letterpress', category: 'Essays', tags: ['letterpress'] },
  { title: 'Five presses worth a journey', category: 'Travel', tags: ['letterpress', 'museums'] },
  { title: 'Why lower case is called lower case', category: 'History', tags: ['type'] },
  { title: 'Notes on making margins', category: 'Craft', tags: ['layout'], status: 'draft' },
  {
    title: 'An interview with a punchcutter',
    category: 'People',
    tags: ['type', 'tools'],
    status: 'draft',
    inDays: 2,
  },
]

export const article = `Open the upper case and you find the capitals; open the **lower** one and you find everything else.
The words have outlived the furniture.

## Where the letters live

The compartments are not alphabetical. The letters that are used most lie *closest to the hand*:

- **e** has the largest box, right in the middle
- **a**, **t** and **n** surround it
- **x** and **z** are banished to the edge

> A compositor does not look for a letter. The hand knows where it is.

![A type case seen from above](IMAGE)

### The figures

| Sort | Pieces |
| ---- | -----: |
| e    |  1,200 |
| a    |    850 |
| z    |     20 |

The compositor empties the case and fills it again in the evening, letter by letter.
`

/** Draws a type case: rows of boxes in shades of one hue. */
async function picture(hue: number): Promise<Blob> {
  const boxes = Array.from({ length: 40 }, (_, n) => {
    const shade = 30 + ((n * 37) % 45)
    return `<rect x="${20 + (n % 8) * 118}" y="${20 + Math.floor(n / 8) * 122}" width="106" height="110" rx="8" fill="hsl(${hue} 35% ${shade}%)"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="980" height="650"><rect width="980" height="650" fill="hsl(${hue} 30% 18%)"/>${boxes.join('')}</svg>`
  const bytes = await sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

async function upload(
  api: Api,
  name: string,
  hue: number,
  alt: string,
): Promise<{ id: string; url: string }> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('file', await picture(hue), name)
  const { body } = await api.ok('POST', '/api/media/upload', { form })
  return { id: String(body.data?.id), url: String(body.data?.url) }
}

/** Fills an empty system. Returns the id of the newest post. */
export async function seed(api: Api): Promise<string> {
  await api.ok('PUT', '/api/settings', {
    json: { siteTitle: 'The Upper Case', siteDescription: 'Notes from a small print shop' },
  })
  const names: readonly (readonly [string, number, string])[] = [
    ['type-case.png', 150, 'A type case seen from above'],
    ['press-room.png', 25, 'The press room in the morning'],
    ['ink-tins.png', 210, 'Ink tins on a rack'],
    ['wood-letters.png', 40, ''],
    ['proof-sheet.png', 280, 'A proof sheet drying'],
  ]
  const images: { id: string; url: string }[] = []
  for (const [name, hue, alt] of names) images.push(await upload(api, name, hue, alt))
  let first = ''
  for (const [position, { title, category, tags, status = 'published', inDays }] of samples
    .toReversed()
    .entries()) {
    const isFirst = position === samples.length - 1
    const image = images[position % images.length]
    const { body } = await api.ok('POST', '/api/posts', {
      json: {
        metadata: {
          title,
          category,
          tags,
          status,
          excerpt: `${title}: a short look at what it takes and where it comes from.`,
          ...(isFirst
            ? {
                subtitle: 'A tour of the most used piece of furniture in the shop',
                featuredImage: { ...images[0], alt: 'A type case' },
              }
            : {}),
          ...(inDays ? { publishAt: new Date(Date.now() + inDays * day).toISOString() } : {}),
        },
        content: article.replace('IMAGE', image?.url ?? ''),
      },
    })
    first = String(body.id)
  }
  const page = (title: string, slug: string, parentPage?: string) =>
    api.ok('POST', '/api/pages', {
      json: {
        metadata: { title, slug, status: 'published', pageType: 'custom', parentPage: parentPage ?? null },
        content: `# ${title}`,
      },
    })
  await page('About', 'about')
  await page('The shop', 'shop', 'about')
  await page('Our presses', 'presses', 'shop')
  await page('People', 'people', 'about')
  await page('Workshops', 'workshops')
  await page('Contact', 'contact')
  await api.ok('PUT', '/api/menu', {
    json: [
      { id: 'home', title: 'Home', url: '/' },
      { id: 'blog', title: 'Journal', url: '/blog/' },
      { id: 'about', title: 'About', url: '/about/' },
      { id: 'shop', title: 'The shop', url: '/about/shop/', parent: 'about' },
      { id: 'people', title: 'People', url: '/about/people/', parent: 'about' },
      { id: 'workshops', title: 'Workshops', url: '/workshops/' },
    ],
  })
  await api.ok('POST', '/api/users', {
    json: { username: 'ada', email: 'ada@example.org', password: 'a good password', role: 'editor' },
  })
  await api.generate()
  return first
}
