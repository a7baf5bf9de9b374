/**
 * `npm run check-media`: checks that every media file and rendition has its blob, and finds orphaned blobs.
 *
 *     --deep        also reads every blob and compares its digest
 *     --repair      deletes orphaned blobs older than an hour; queues incomplete renditions, which the media
 *                   service renders again while it runs, or at its next start
 *     --references  makes the running media service determine again which posts and pages use which files
 *
 * Uses the database of DATABASE_URL, and the files of S3_ENDPOINT with S3_BUCKET or of BLOB_DIR. Without
 * these variables, uses database and files of the running standalone system. Exits with 1 if it finds errors.
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
  // The check calls no other service: the settings require CONTENT_URL, but it is never used.
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
      print('the running service will re-read all references')
    }
    const findings = check({ deep, repair })
    const outcome = { wrong: 0, removed: 0, repaired: 0 }
    for (;;) {
      const next = await findings.next()
      if (!next.done) {
        print(lineOf(next.value))
        outcome[outcomeOf(next.value)] += 1
        continue
      }
      print(summaryOf(next.value))
      print(verdictOf(outcome))
      return outcome.wrong > 0 ? 1 : 0
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
  const note = 'without an owner and less than an hour old, so an upload or rendering may still be running'
  const unowned = young > 0 ? [`${counted(young, 'blob')} ${note}`] : []
  return [...counts, ...unowned].join(', ')
}

/** The last line of the output: numbers of remaining errors, removed blobs and renditions to render again. */
export function verdictOf({ wrong, removed, repaired }: Record<Outcome, number>): string {
  const parts = [
    ...(wrong > 0 ? [counted(wrong, 'error')] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(repaired > 0
      ? [`${counted(repaired, 'rendition')} will be rendered again by the running service`]
      : []),
  ]
  if (wrong === 0 && repaired === 0) parts.push(removed > 0 ? 'no errors left' : 'no errors')
  return parts.join(', ')
}

type Outcome = 'wrong' | 'removed' | 'repaired'

function outcomeOf(finding: Finding): Outcome {
  if (finding.kind === 'orphan') return finding.isRemoved ? 'removed' : 'wrong'
  return finding.isQueued ? 'repaired' : 'wrong'
}

function lineOf(finding: Finding): string {
  if (finding.kind === 'orphan')
    return `orphan   ${finding.key}  ${finding.changedAt.toISOString()}${finding.isRemoved ? '  removed' : ''}`
  const { stored, isQueued } = finding
  const why = finding.kind === 'missing' ? 'its content is missing' : finding.why
  return `${finding.kind.padEnd(8)} ${stored.fileId}  ${stored.filename}: ${why}${isQueued ? ', it will be rendered again' : ''}`
}
