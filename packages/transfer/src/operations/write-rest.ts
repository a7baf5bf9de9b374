/** Settings, menu and redirects of an archive. */
import { type ApiClient, unwrap } from '@typecase/client'
import type { Rewriter } from '../markup/rewriter.ts'
import type { Fields, MenuItem, Redirect } from '../model.ts'
import { attempt, count, type ImportResult } from './import-result.ts'

/** Redirects per request; the server accepts 10,000. */
const redirectsAtOnce = 5_000

export async function importSettings(
  client: ApiClient,
  settings: Fields,
  result: ImportResult,
): Promise<void> {
  await attempt('settings.json', result, async () => {
    // Archives contain no theme, and the target server keeps its own output folder.
    const { activeTheme: _theme, staticOutputDir: _folder, siteLogo, siteIcon, ...others } = settings
    const body: Fields = {
      ...others,
      ...(await existingImage(client, 'siteLogo', siteLogo, result)),
      ...(await existingImage(client, 'siteIcon', siteIcon, result)),
    }
    if (Object.keys(body).length > 0) await unwrap(client.PUT('/api/settings', { body }))
  })
}

/** Returns the setting if the library has the image; otherwise an empty object. */
async function existingImage(
  client: ApiClient,
  name: 'siteLogo' | 'siteIcon',
  id: Fields[string] | undefined,
  result: ImportResult,
): Promise<Fields> {
  if (typeof id !== 'string' || id === '') return {}
  const { response } = await client.GET('/api/media/{id}', { params: { path: { id } } })
  if (response.ok) return { [name]: id }
  count(result, name)
  return {}
}

/** Replaces the whole menu if it differs. The menu counts as one entry of the result. */
export async function importMenu(
  client: ApiClient,
  items: readonly MenuItem[],
  rewriter: Rewriter,
  result: ImportResult,
) {
  if (items.length === 0) return
  await attempt('menu.json', result, async () => {
    const { data } = await unwrap(client.GET('/api/menu'))
    const body = items.map((item) => ({ ...item, url: rewriter.url(item.url, '/') }))
    if (data.length === body.length && data.every((item, at) => isSameItem(item, body[at]))) {
      result.unchanged += 1
      return
    }
    await unwrap(client.PUT('/api/menu', { body }))
    result[data.length === 0 ? 'created' : 'replaced'] += 1
  })
}

/** Treats an empty parent or class as absent, like the server (contract.md#menu-items). */
const isSameItem = (one: MenuItem, other: MenuItem | undefined): boolean =>
  other !== undefined &&
  (['id', 'title', 'url', 'parent', 'class', 'target'] as const).every(
    (name) => (one[name] || undefined) === (other[name] || undefined),
  )

/** Imports redirects. Reports each invalid redirect as a failure. */
export async function importRedirects(
  client: ApiClient,
  redirects: readonly Redirect[],
  result: ImportResult,
): Promise<void> {
  for (let at = 0; at < redirects.length; at += redirectsAtOnce) {
    const part = redirects.slice(at, at + redirectsAtOnce)
    await attempt('redirects.json', result, async () => {
      const form = new FormData()
      form.set(
        'file',
        new Blob([
          part.map(({ from, to = '', status = 301 }) => `${quoted(from)},${quoted(to)},${status}\n`).join(''),
        ]),
        'redirects.csv',
      )
      const body = { file: 'redirects.csv' }
      const done = await unwrap(client.POST('/api/redirects/import', { body, bodySerializer: () => form }))
      result.created += done.created
      result.replaced += done.replaced
      result.unchanged += done.unchanged
      for (const { line, message } of done.refused)
        result.failed.push({
          subject: `redirect from ${part[line - 1]?.from}`,
          code: 'VALIDATION_ERROR',
          message,
        })
    })
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
