/** Redirects of a generated site, from `_redirects`: lines of `from to status`. */
import { redirectKey } from '@typecase/kernel'

export interface SiteRedirect {
  readonly to: string
  readonly status: number
}

export type SiteRedirects = ReadonlyMap<string, SiteRedirect>

/** Finds a file of a site by its path. */
type FindFile = (names: readonly string[]) => Promise<
  | {
      readonly size: number
      read(first: number, last: number): Promise<AsyncIterable<Uint8Array>>
      close(): Promise<void>
    }
  | undefined
>

export const redirectsFile = '_redirects'

/** The redirects by `redirectKey(from)`. Skips lines in other formats, which a later version may write. */
export function parseRedirects(file: string): SiteRedirects {
  const found = new Map<string, SiteRedirect>()
  for (const line of file.split('\n')) {
    const [, from, to, status] = /^(\S+) (\S+) (301|302|308|410)$/.exec(line) ?? []
    if (from !== undefined && to !== undefined) found.set(redirectKey(from), { to, status: Number(status) })
  }
  return found
}

/** Reads the redirects of a site, whose files `find` opens. Empty if the site has no such file. */
export async function readRedirects(find: FindFile): Promise<SiteRedirects> {
  const file = await find([redirectsFile])
  if (!file) return new Map()
  try {
    const chunks: Uint8Array[] = []
    if (file.size > 0) for await (const chunk of await file.read(0, file.size - 1)) chunks.push(chunk)
    return parseRedirects(Buffer.concat(chunks).toString('utf8'))
  } finally {
    await file.close()
  }
}
