import { parseUntrusted } from '@typecase/contracts/parse-untrusted'
import { z } from 'zod'
import type { MarketplaceTheme } from '../../core/marketplace/marketplace-theme.ts'
import { isVersion } from '../../core/themes/version.ts'

const text = (max: number) => z.string().max(max)
const webAddress = text(2000).refine(
  (value) => value === '' || /^(https?:\/\/|\/(?!\/))/i.test(value),
  'must be an http or https address',
)

const offered = {
  download: text(2000).min(1),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
    .optional(),
}

const theme = z.object({
  marketplaceName: text(200).min(1),
  title: text(200).min(1),
  description: text(5000),
  version: z.string().refine(isVersion, 'must have the form X.Y.Z'),
  author: text(200),
  tags: z.array(text(100)).max(100),
  screenshot: webAddress,
  sourceRepo: webAddress,
  lastUpdated: z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time'),
  changelog: z.record(text(50), z.array(text(2000)).max(200)),
  ...offered,
  versions: z.record(z.string().refine(isVersion, 'must have the form X.Y.Z'), z.object(offered)).optional(),
})

export interface ParsedCatalogue {
  readonly themes: readonly Omit<MarketplaceTheme, 'updateUrl'>[]
  /** Reasons for skipped entries, one line each. */
  readonly skipped: readonly string[]
}

/** Maximum entries. A catalogue of 1 MiB cannot contain more valid ones. */
const maxEntries = 5000

/**
 * Parses a catalogue. Skips invalid entries, so that one of them does not make the marketplace unavailable
 * (contract.md#marketplace).
 * @throws Error unless the catalogue is a JSON array of at most 5,000 entries
 */
export function parseCatalogue(bytes: Uint8Array): ParsedCatalogue {
  const entries: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (!Array.isArray(entries)) throw new Error('the catalogue is not an array')
  if (entries.length > maxEntries) throw new Error(`the catalogue has more than ${maxEntries} entries`)
  const themes = new Map<string, Omit<MarketplaceTheme, 'updateUrl'>>()
  const skipped: string[] = []
  entries.forEach((entry: unknown, index) => {
    const parsed = parseUntrusted(theme, entry)
    if (!parsed.success)
      skipped.push(`${index}: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`)
    else if (themes.has(parsed.data.marketplaceName))
      skipped.push(`${index}: duplicate ${parsed.data.marketplaceName}`)
    else themes.set(parsed.data.marketplaceName, offer(parsed.data))
  })
  return { themes: [...themes.values()], skipped }
}

const offer = ({ versions, ...entry }: z.infer<typeof theme>): Omit<MarketplaceTheme, 'updateUrl'> => ({
  ...entry,
  lastUpdated: new Date(entry.lastUpdated).toISOString(),
  ...(versions ? { earlier: versions } : {}),
})

/** @throws Error unless the bytes are a JSON array of strings */
export const parseCategories = (bytes: Uint8Array): readonly string[] =>
  z
    .array(text(100))
    .max(1000)
    .parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
