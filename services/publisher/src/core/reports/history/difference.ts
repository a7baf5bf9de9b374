/** What a plan changes about the site that is there, and why. Pure. */

import {
  type Digest,
  type PlannedFile,
  type PlannedPage,
  type SitePlan,
  templateDigits,
} from '../../pages/planned.ts'
import type { Trigger } from '../../releases/generation.ts'
import type { CachedRecord } from '../links/page-records.ts'
import { isBuiltFrom } from './page-facts.ts'
import type { FileCounts, Reason, Receipt } from './receipt.ts'

export interface Difference {
  /** Every file that is made, by its path, and why; one that is made of the same as before because it is `requested`. */
  readonly made: ReadonlyMap<string, { readonly file: PlannedFile; readonly reasons: readonly Reason[] }>
  readonly files: FileCounts
  readonly reasons: Receipt['reasons']
}

export interface Before {
  /** Digest by path. */
  readonly files: ReadonlyMap<string, string>
  /** What these files were planned as, where that is known. */
  readonly planned?: readonly PlannedFile[] | undefined
  readonly shared: Receipt['shared'] | undefined
  readonly recordOf: (path: string) => CachedRecord | undefined
}

export function difference(
  plan: SitePlan,
  before: Before,
  now: { readonly trigger: Trigger; readonly shared: Receipt['shared']; readonly hasMedia: boolean },
): Difference {
  const made = new Map<string, { readonly file: PlannedFile; readonly reasons: readonly Reason[] }>()
  const counts = { page: 0, text: 0, copy: 0 }
  const byReason = new Map<Reason, number>()
  const sharedReasons = changedShared(before.shared, now.shared)
  // Nearly all files of an edit are planned by the very same objects as before.
  const isKnown =
    now.trigger === 'event' && plan.altered !== undefined && plan.altered.from === before.planned
  const files = isKnown ? (plan.altered?.files ?? []) : plan.files
  let kept = plan.files.length - files.length
  for (const file of files) {
    const known = before.files.get(file.path)
    if (known !== undefined) kept += 1
    if (known === file.digest && !(now.trigger === 'manual' && file.type === 'page')) continue
    const reasons =
      known === file.digest ? requested : reasonsOf(file, known, before, sharedReasons, now.hasMedia)
    made.set(file.path, { file, reasons })
    counts[file.type] += 1
    for (const reason of reasons) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  const removed = before.files.size - kept
  return {
    made,
    files: {
      total: plan.files.length,
      rendered: counts.page,
      written: counts.text,
      copied: counts.copy,
      removed,
    },
    reasons: [...byReason].map(([reason, files]) => ({ reason, files })).sort((a, b) => b.files - a.files),
  }
}

/** Whether a page that is there already becomes another: only why that is asks for what is remembered of it. */
export const altersPages = ({ files }: SitePlan, before: Before['files']): boolean =>
  files.some(({ type, path, digest }) => type === 'page' && (before.get(path) ?? digest) !== digest)

const requested: readonly Reason[] = ['requested']
const lists: readonly string[] = ['home', 'blog', 'category', 'tag', 'categories', 'sitemap']

function reasonsOf(
  file: PlannedFile,
  known: string | undefined,
  before: Before,
  shared: ReadonlyMap<string, Reason> | undefined,
  hasMedia: boolean,
): readonly Reason[] {
  if (known === undefined) return ['new']
  if (file.type !== 'page') return [file.type === 'text' ? 'feed' : 'file']
  const why = new Set<Reason>()
  if (known.slice(0, templateDigits) !== file.digest.slice(0, templateDigits))
    for (const reason of siteWide(file, shared)) why.add(reason)
  const own = file.about.own
  const record = own ? before.recordOf(file.path) : undefined
  if (own && record && !isBuiltFrom(record, own)) why.add('entry')
  if (why.size === 0 && known.slice(templateDigits) !== file.digest.slice(templateDigits))
    why.add(lists.includes(file.kind) ? 'list' : hasMedia ? 'media' : 'neighbours')
  return why.size > 0 ? [...why] : ['program']
}

/** `theme` and `settings` count for every template, the others for those that name them. */
function siteWide(page: PlannedPage, changed: ReadonlyMap<string, Reason> | undefined): readonly Reason[] {
  const found = new Set<Reason>()
  for (const [name, reason] of changed ?? [])
    if (name === 'files' || name === 'frame' || (page.shared as readonly string[]).includes(name))
      found.add(reason)
  return [...found]
}

const reasonOf: Readonly<Record<string, Reason>> = {
  ...{ files: 'theme', theme: 'theme', frame: 'settings', site: 'settings', menu: 'menu' },
  ...{ categories: 'categories', tags: 'tags', recentPosts: 'recentPosts', siteUpdatedAt: 'updatedAt' },
}

function changedShared(
  before: Receipt['shared'] | undefined,
  now: Receipt['shared'],
): ReadonlyMap<string, Reason> | undefined {
  if (!before) return undefined
  return new Map(
    Object.keys(now).flatMap((name) =>
      before[name] === now[name] ? [] : [[name, reasonOf[name] ?? 'program'] as const],
    ),
  )
}

/** Digests of what pages share, by name; `files` stands for the templates, `frame` for addresses and the code behind every page. */
export function sharedDigests(
  plan: SitePlan,
  themeDigest: string,
  addresses: unknown,
  digest: Digest,
): Receipt['shared'] {
  const frame = digest(JSON.stringify([addresses, plan.footerCode]))
  const shared = Object.entries(plan.shared).map(([name, value]) => [name, digest(JSON.stringify(value))])
  return { files: themeDigest, frame, ...Object.fromEntries(shared) }
}
