import { text } from 'node:stream/consumers'
import type { Client } from 'minio'
import type { BlobEntry } from './port.ts'

/**
 * Lists objects with a prefix, a thousand per page. Replaces minio's listing, which turns numeric keys into
 * numbers (`0042` becomes 42). Requests URL encoding, because XML cannot represent every character.
 */
export async function listPage(
  client: Client,
  bucket: string,
  prefix: string,
  after: string,
): Promise<BlobEntry[]> {
  const query = [
    'encoding-type=url',
    'list-type=2',
    `prefix=${encoded(prefix)}`,
    ...(after === '' ? [] : [`start-after=${encoded(after)}`]),
  ]
  const response = await client.makeRequestAsync({
    method: 'GET',
    bucketName: bucket,
    query: query.join('&'),
  })
  return entriesIn(await text(response))
}

/** Decodes the keys only if the response declares an encoding, because not every server encodes them. */
export function entriesIn(xml: string): BlobEntry[] {
  const isEncoded = /<EncodingType>url<\/EncodingType>/i.test(xml)
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => {
    const written = /<Key>(.*?)<\/Key>/s.exec(entry)?.[1]
    const size = /<Size>(\d+)<\/Size>/.exec(entry)?.[1]
    const changed = /<LastModified>(.*?)<\/LastModified>/.exec(entry)?.[1]
    if (written === undefined || size === undefined || changed === undefined)
      throw new Error('The object store listed an object without key, size or time')
    const key = unescaped(written)
    const name = isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key
    return { key: name, size: Number(size), modifiedAt: new Date(changed) }
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const unescaped = (xml: string): string =>
  xml.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_, hex: string, decimal: string, name: string) =>
      name
        ? (entities[name.toLowerCase()] ?? '')
        : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )

/** Encodes all characters but letters, digits and `-_.~`, as request signatures require. */
export const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
