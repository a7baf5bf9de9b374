/** The tool that checks and tests Prometheus rules. */
import { join } from 'node:path'
import { onPath } from './backing/choose.ts'
import { hasDebianPackages, unpackDebian } from './backing/debian-packages.ts'

/** From PROMTOOL, PATH or the Debian package (20 MB the first time); `skip` is the reason if none exists. */
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
