/** Determines why files of a site change. */
import type { ChangeSet } from '../../pages/change-set.ts'
import type { Manifest } from '../../pages/manifest.ts'
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
  /** Files to write, by path. Unchanged files have the reason `requested`. */
  readonly filesToWrite: ReadonlyMap<
    string,
    { readonly file: PlannedFile; readonly reasons: readonly Reason[] }
  >
  readonly files: FileCounts
  readonly reasons: Receipt['reasons']
}

type PlannedFiles = Pick<SitePlan, 'files' | 'manifest'>

export interface Before {
  readonly files: Pick<Manifest, 'get'>
  readonly shared: Receipt['shared'] | undefined
  readonly recordOf: (path: string) => CachedRecord | undefined
}

/** Changes other than those of posts and pages. */
export interface ChangedBesides {
  readonly hasMedia: boolean
  readonly hasProfiles: boolean
}

export function difference(
  plan: PlannedFiles,
  changes: ChangeSet,
  before: Before,
  now: { readonly trigger: Trigger; readonly shared: Receipt['shared']; readonly besides: ChangedBesides },
): Difference {
  const filesToWrite = new Map<string, { readonly file: PlannedFile; readonly reasons: readonly Reason[] }>()
  const counts = { page: 0, text: 0, copy: 0 }
  const byReason = new Map<Reason, number>()
  const sharedReasons = changedShared(before.shared, now.shared)
  const changed = new Set([...changes.added, ...changes.changed])
  for (const file of filesFor(now.trigger, plan, changed)) {
    const reasons = changed.has(file.path)
      ? reasonsOf(file, before.files.get(file.path), before, sharedReasons, now.besides)
      : requested
    filesToWrite.set(file.path, { file, reasons })
    counts[file.type] += 1
    for (const reason of reasons) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  return {
    filesToWrite,
    files: {
      total: plan.files.length,
      rendered: counts.page,
      written: counts.text,
      copied: counts.copy,
      removed: changes.removed.size,
    },
    reasons: [...byReason].map(([reason, files]) => ({ reason, files })).sort((a, b) => b.files - a.files),
  }
}

/** The changed files, and for a manual generation all pages too. */
function filesFor(
  trigger: Trigger,
  { files, manifest }: PlannedFiles,
  changed: ReadonlySet<string>,
): readonly PlannedFile[] {
  if (trigger === 'manual') return [...files].filter((file) => file.type === 'page' || changed.has(file.path))
  const positions = Array.from(changed, (path) => manifest.positionOf(path) ?? -1).sort((a, b) => a - b)
  return positions.flatMap((position) => files.at(position) ?? [])
}

const requested: readonly Reason[] = ['requested']
const lists: readonly string[] = ['home', 'blog', 'category', 'tag', 'author', 'categories', 'sitemap']

function reasonsOf(
  file: PlannedFile,
  known: string | undefined,
  before: Before,
  shared: ReadonlyMap<string, Reason> | undefined,
  besides: ChangedBesides,
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
    why.add(guessed(file, besides))
  return why.size > 0 ? [...why] : ['program']
}

/** Guesses the reason, because the digest of a page does not show which input changed. */
function guessed({ kind }: PlannedPage, { hasMedia, hasProfiles }: ChangedBesides): Reason {
  if (hasProfiles) return 'authors'
  if (lists.includes(kind)) return 'list'
  return hasMedia ? 'media' : 'neighbours'
}

/**
 * Theme files and `frame` (addresses and footer code) affect every page. Any other shared value affects only
 * pages whose template reads it.
 */
function siteWide(page: PlannedPage, changed: ReadonlyMap<string, Reason> | undefined): readonly Reason[] {
  const found = new Set<Reason>()
  for (const [name, reason] of changed ?? [])
    if (name === 'files' || name === 'frame' || (page.shared as readonly string[]).includes(name))
      found.add(reason)
  return [...found]
}

const reasonOf: Readonly<Record<string, Reason>> = {
  files: 'theme',
  theme: 'theme',
  frame: 'settings',
  site: 'settings',
  menu: 'menu',
  categories: 'categories',
  tags: 'tags',
  recentPosts: 'recentPosts',
  siteUpdatedAt: 'updatedAt',
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

/** Digests of shared values by name; `files` are the templates, `frame` the addresses and the footer code. */
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
