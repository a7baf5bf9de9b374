/** Parses the header Accept-Encoding (RFC 9110, 12.5.3). Supports only the encodings that the site uses. */

type Encoding = 'br' | 'gzip'

/** The best accepted encoding; undefined if none is accepted. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const taken = (header ?? '').split(',').flatMap((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return weight === undefined || Number(weight.slice(2)) > 0 ? [name] : []
  })
  return (['br', 'gzip'] as const).find((name) => taken.includes(name))
}
