/** Manifest of a backup. It is written last: a backup without it is incomplete. */
import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { z } from 'zod'

const count = z.int().nonnegative()
const digest = z.string().regex(/^[0-9a-f]{64}$/)
const schema = z.object({
  /** Format version of the backup folder. */
  form: z.literal(1),
  /** Time of the database snapshot. */
  takenAt: z.iso.datetime(),
  schemas: z.record(
    z.string(),
    z.object({
      steps: z.array(z.string()),
      sequences: z.record(z.string(), z.string().nullable()),
      tables: z.record(z.string(), z.object({ rows: count, sha256: digest })),
    }),
  ),
  blobs: z.record(z.string(), z.object({ count, bytes: count, sha256: digest })),
})

export type Manifest = z.infer<typeof schema>

const fileName = 'manifest.json'

export const rowsFile = (folder: string, schema: string, table: string): string =>
  join(folder, 'database', schema, `${table}.jsonl`)
export const blobsFolder = (folder: string, store: string): string => join(folder, 'blobs', store)
/** List of a store's blobs: one JSON object per line. */
export const blobsFile = (folder: string, store: string): string => join(folder, 'blobs', `${store}.jsonl`)

/** Writes a temporary file and renames it, so that a manifest is never partial. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const part = join(folder, `${fileName}.part`)
  await writeFile(part, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(part, join(folder, fileName))
}

export const isBackup = (folder: string): Promise<boolean> =>
  access(join(folder, fileName)).then(
    () => true,
    () => false,
  )

/** @throws ConfigError when the manifest is missing, invalid or has another format version */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, fileName)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new ConfigError([`${folder} contains no complete backup: ${fileName} is missing`])
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new ConfigError([
      `${path} cannot be read: ${error instanceof SyntaxError ? error.message : 'unknown format'}`,
    ])
  }
}
