/** The tool that checks and tests Prometheus rules. */
import { join } from 'node:path'
import { onPath } from './backing/choose.ts'
import { hasDebianPackages, unpackDebian } from './backing/debian-packages.ts'

/**
 * Finds promtool in PROMTOOL or PATH, or downloads its Debian package once (20 MB). If none is available,
 * `skip` is the reason.
 */
export async function promtool(): Promise<
  | { readonly program: string; readonly skip?: undefined }
  | { readonly program?: undefined; readonly skip: string }
> {
  const found = process.env.PROMTOOL ?? onPath('promtool')
  if (found) return { program: found }
  if (!hasDebianPackages()) return { skip: 'no promtool: set PROMTOOL' }
  const root = await unpackDebian('prometheus', ['prometheus'], 'usr/bin/promtool', (line) =>
    console.log(line),
  )
  return { program: join(root, 'usr/bin/promtool') }
}
