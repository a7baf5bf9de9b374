import { embedHosts } from '@typecase/kernel'

export type Attributes = Readonly<Record<string, string>>

const words = (text: string): readonly string[] => text.split(' ')

const everywhere = words('title lang dir')
const ownAttributes: Readonly<Record<string, string>> = {
  a: 'href rel target',
  blockquote: 'cite',
  code: 'class',
  col: 'span',
  colgroup: 'span',
  del: 'datetime',
  details: 'open',
  h1: 'id',
  h2: 'id',
  h3: 'id',
  h4: 'id',
  h5: 'id',
  h6: 'id',
  iframe: 'src width height allow allowfullscreen loading referrerpolicy',
  img: 'src alt width height loading',
  input: 'type checked disabled aria-label',
  ins: 'datetime',
  li: 'value',
  ol: 'start type reversed',
  q: 'cite',
  td: 'style colspan rowspan',
  th: 'style colspan rowspan scope',
  time: 'datetime',
}

const withoutOwn = words(
  'abbr b br caption cite dd dfn div dl dt em figcaption figure hr i kbd mark p pre s samp small span strong ' +
    'sub summary sup table tbody tfoot thead tr u ul var',
)

const elements: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...withoutOwn.map((name) => [name, new Set(everywhere)] as const),
  ...Object.entries(ownAttributes).map(
    ([name, own]) => [name, new Set([...everywhere, ...words(own)])] as const,
  ),
])

export const isSafeElement = (name: string): boolean => elements.has(name)

const mayBeEmpty = new Set(words('alt open allowfullscreen checked disabled aria-label reversed'))

const schemes = new Set(words('http https mailto tel'))
const imageSchemes = new Set(words('http https'))

export function safeAttributes(name: string, given: Attributes): Attributes | undefined {
  const allowed = elements.get(name)
  if (!allowed) return undefined
  const shown: Record<string, string> = {}
  for (const [attribute, value] of Object.entries(given)) {
    if (!allowed.has(attribute)) continue
    const safe = safeValue(name, attribute, value)
    if (safe !== undefined && (safe !== '' || mayBeEmpty.has(attribute))) shown[attribute] = safe
  }
  return asElement(name, shown)
}

function safeValue(element: string, attribute: string, value: string): string | undefined {
  switch (attribute) {
    case 'href':
    case 'src':
    case 'cite':
      return safeAddress(element, value)
    case 'class':
      return value
        .split(/\s+/)
        .filter((each) => each.startsWith('language-'))
        .join(' ')
    case 'style':
      return safeStyle(value)
    default:
      return value
  }
}

function asElement(name: string, shown: Record<string, string>): Attributes | undefined {
  if (name === 'iframe') return shown.src === undefined ? undefined : shown
  // Only checkboxes are allowed: other inputs belong to forms.
  if (name === 'input') return shown.type === 'checkbox' ? { ...shown, disabled: '' } : undefined
  // A page that opens in a new tab must not control the page with the link.
  if (name === 'a' && shown.target) return { ...shown, target: '_blank', rel: 'noopener noreferrer' }
  return shown
}

export function safeAddress(element: string, given: string): string | undefined {
  const url = element === 'a' || element === 'img' ? withScheme(given) : given
  const seen = url.replace(ignored, '')
  if (/^[/\\]{2}/.test(seen) || seen.includes('<!--')) return undefined
  const scheme = /^([a-z][a-z0-9.\-+]*):/i.exec(seen)?.[1]?.toLowerCase()
  if (element === 'iframe') return scheme === 'https' && isEmbed(url) ? url : undefined
  if (scheme === undefined) return url
  return (element === 'img' ? imageSchemes : schemes).has(scheme) ? url : undefined
}

/** Browsers ignore white space and control characters within a scheme. */
const ignored = /[^!-\uffff]+/g

/** Adds a scheme to a URL such as `//host/`. */
const withScheme = (url: string): string => url.replace(/^\s*\/\/(?=[^/\\\s?#])/, 'https://')

function isEmbed(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' && embedHosts.includes(parsed.hostname)
}

/** Removes everything from a style except the text alignment. */
const safeStyle = (style: string): string =>
  style
    .split(';')
    .flatMap((each) => {
      const [, value, important] =
        /^\s*text-align\s*:\s*(left|right|center)\s*(!\s*important)?\s*$/.exec(each) ?? []
      return value === undefined ? [] : [`text-align:${value}${important ? ' !important' : ''}`]
    })
    .join(';')
