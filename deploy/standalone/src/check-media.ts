/**
 * `npm run check-media`: finds files and renditions without intact bytes, and blobs without a database row.
 *
 *     --deep        reads every byte and compares digests
 *     --repair      removes orphaned blobs older than an hour, and queues damaged renditions for rendering
 *     --references  makes the running media service read again which posts and pages use each file
 *
 * Uses DATABASE_URL, and S3_ENDPOINT and S3_BUCKET or BLOB_DIR; by default those of the running standalone
 * system. Exits with 1 when errors remain.
 */
import { type CheckCounts, composeCheck, type Finding } from '@typecase/media/compose-check'
import { mediaConfig } from '@typecase/media/config'
import { createLogger } from '@typecase/runtime/log'
import { commandLine } from './command-line.ts'
import { directDatabase, standaloneConfig } from './config.ts'
import { runningDatabase } from './data-folder.ts'
import { withoutPooler } from './service-settings.ts'

const options = {
  deep: { type: 'boolean', default: false },
  repair: { type: 'boolean', default: false },
  references: { type: 'boolean', default: false },
} as const
const usage = 'usage: npm run check-media -- [--deep] [--repair] [--references]'

/** Runs the command and returns the exit code. */
export async function runCheckMedia(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const parsed = commandLine({ args: [...args], options }, { usage, print })
  if (!parsed) return 2
  const { deep, repair, references } = parsed.values
  const config = standaloneConfig(env, process.cwd())
  const databaseUrl = directDatabase(config) ?? (await runningDatabase(config.TYPECASE_DATA))
  // The check calls no other service, so these only satisfy the configuration.
  const settings = {
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    ...withoutPooler,
    BLOB_DIR: config.BLOB_DIR,
    CONTENT_URL: '127.0.0.1:1',
    SERVICE_KEYS: 'off',
    SERVICE_KEYS_FILE: undefined,
  }
  const { check, forgetReferences, close } = composeCheck(
    mediaConfig({ ...env, ...settings }),
    createLogger('check-media', 'error'),
  )
  try {
    if (references) {
      await forgetReferences()
      print('the media service reads all references again')
    }
    const findings = check({ deep, repair })
    const outcome = { errors: 0, removed: 0, queued: 0 }
    for (;;) {
      const next = await findings.next()
      if (!next.done) {
        print(lineOf(next.value))
        outcome[outcomeOf(next.value)] += 1
        continue
      }
      print(summaryOf(next.value))
      print(verdictOf(outcome))
      return outcome.errors > 0 ? 1 : 0
    }
  } finally {
    await close()
  }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function summaryOf({ files, renditions, blobs, young }: CheckCounts): string {
  const counts = [
    counted(files, 'file'),
    ...(renditions > 0 ? [counted(renditions, 'rendition')] : []),
    counted(blobs, 'blob'),
  ]
  const pending =
    young > 0
      ? [`${counted(young, 'recent blob')} without a row: possibly a running upload or rendering`]
      : []
  return [...counts, ...pending].join(', ')
}

/** The last line of the output: remaining errors, and what `--repair` did. */
export function verdictOf({ errors, removed, queued }: Record<Outcome, number>): string {
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(removed > 0 ? [`${counted(removed, 'orphan')} removed`] : []),
    ...(queued > 0 ? [`${counted(queued, 'rendition')} queued for rendering`] : []),
  ]
  if (errors === 0 && queued === 0) parts.push(removed > 0 ? 'no errors left' : 'no errors')
  return parts.join(', ')
}

type Outcome = 'errors' | 'removed' | 'queued'

function outcomeOf(finding: Finding): Outcome {
  if (finding.kind === 'orphan') return finding.isRemoved ? 'removed' : 'errors'
  return finding.isQueued ? 'queued' : 'errors'
}

function lineOf(finding: Finding): string {
  if (finding.kind === 'orphan') {
    const { key, changedAt, isRemoved } = finding
    return `orphan   ${key}  ${changedAt.toISOString()}${isRemoved ? '  removed' : ''}`
  }
  const { kind, stored, isQueued } = finding
  const reason = kind === 'missing' ? 'the blob does not exist' : finding.why
  const remedy = isQueued ? ', queued for rendering' : ''
  return `${kind.padEnd(8)} ${stored.fileId}  ${stored.filename}: ${reason}${remedy}`
}
