/**
 * `npm run check-media`: whether every file and every rendition has its bytes, and all bytes belong to one.
 *
 *     --deep        reads every byte and compares its digest
 *     --repair      removes bytes of no file that are an hour old; the running service, or its next start, renders
 *                   incomplete renditions again
 *     --references  the running media service reads again which post and page uses which file
 *
 * The database is the one that DATABASE_URL names, the bytes lie where S3_ENDPOINT and S3_BUCKET or BLOB_DIR say; without
 * these they are those of the running standalone system. Exit code 1 when something is wrong.
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
  say: (line: string) => void,
): Promise<number> {
  const parsed = commandLine({ args: [...args], options }, { usage, say })
  if (!parsed) return 2
  const { deep, repair, references } = parsed.values
  const config = standaloneConfig(env, process.cwd())
  const databaseUrl = directDatabase(config) ?? (await runningDatabase(config.TYPECASE_DATA))
  // It asks no other service.
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
      say('references are read again by the running service')
    }
    const findings = check({ deep, repair })
    const outcome = { wrong: 0, removed: 0, remade: 0 }
    for (;;) {
      const next = await findings.next()
      if (!next.done) {
        say(lineOf(next.value))
        outcome[outcomeOf(next.value)] += 1
        continue
      }
      say(summaryOf(next.value))
      say(verdictOf(outcome))
      return outcome.wrong > 0 ? 1 : 0
    }
  } finally {
    await close()
  }
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function summaryOf({ files, renditions, blobs, young }: CheckCounts): string {
  const kept = [
    counted(files, 'file'),
    ...(renditions > 0 ? [counted(renditions, 'rendition')] : []),
    counted(blobs, 'blob'),
  ]
  const coming =
    young > 0
      ? [`${young} younger than an hour without an owner: an upload or a rendering may be under way`]
      : []
  return [...kept, ...coming].join(', ')
}

/** The last line: what is left to do, if anything. */
export function verdictOf({ wrong, removed, remade }: Record<Outcome, number>): string {
  const told = [
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(remade > 0 ? [`${counted(remade, 'rendition')} to be made again by the running service`] : []),
  ]
  if (wrong === 0 && remade === 0) told.push(removed > 0 ? 'all right now' : 'all right')
  return told.join(', ')
}

type Outcome = 'wrong' | 'removed' | 'remade'

function outcomeOf(finding: Finding): Outcome {
  if (finding.kind === 'orphan') return finding.isRemoved ? 'removed' : 'wrong'
  return finding.isQueued ? 'remade' : 'wrong'
}

function lineOf(finding: Finding): string {
  if (finding.kind === 'orphan')
    return `orphan   ${finding.key}  ${finding.changedAt.toISOString()}${finding.isRemoved ? '  removed' : ''}`
  const { kept, isQueued } = finding
  const why = finding.kind === 'missing' ? 'its bytes are gone' : finding.why
  return `${finding.kind.padEnd(8)} ${kept.fileId}  ${kept.filename}: ${why}${isQueued ? ', it is made again' : ''}`
}
