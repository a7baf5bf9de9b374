/** `import` and `export`. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse, resolve } from 'node:path'
import {
  type ByteStream,
  type Converted,
  createReporter,
  defaultLimits,
  exportEntries,
  type OnExisting,
  openArchive,
  rewritesLinks,
  runImport,
  type SourceKind,
  sourceKinds,
  writeArchive,
} from '@typecase/transfer'
import { convertPath, openSink, openTree } from '@typecase/transfer/node'
import { Argument, type Command, Option } from 'commander'
import { type Context, connect, type GlobalOptions, type Outcome, print } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import { download } from '../import/download.ts'
import { summary } from '../import/summary.ts'

interface ImportCommandOptions extends GlobalOptions {
  readonly dryRun?: boolean
  readonly archive?: string
  readonly onExisting: OnExisting
  readonly rewriteLinks?: boolean
  readonly origin?: readonly string[]
  readonly posts?: string
  readonly mediaFolder?: string
  readonly download?: boolean
  readonly settings: boolean
  readonly menu: boolean
  readonly users: boolean
}

interface ExportCommandOptions extends GlobalOptions {
  readonly revisions?: boolean
}

export function addTransfer(program: Command, context: Context, outcome: Outcome): void {
  addImport(program, context, outcome)
  addExport(program, context)
}

function addImport(program: Command, context: Context, outcome: Outcome): void {
  program
    .command('import')
    .description('import a site; by default, skips items of an earlier import')
    .addArgument(new Argument('<source>').choices(sourceKinds))
    .argument('<path>', 'folder or file')
    .option('--dry-run', 'convert and report, but import nothing; needs no running system')
    .option(
      '--archive <path>',
      'save the converted archive as a folder, or as a ZIP if the name ends in .zip',
    )
    .addOption(
      new Option('--on-existing <action>', 'what to do with items of an earlier import')
        .choices(['skip', 'replace', 'fail'])
        .default('skip'),
    )
    .option('--rewrite-links', 'change links to imported items to their new addresses')
    .option('--no-rewrite-links', 'do not change links; the default for Markdown sources')
    .option('--origin <url...>', 'URLs of the old site, to recognise absolute links')
    .option('--posts <sections>', 'comma-separated sections whose pages become posts (Hugo, Eleventy)')
    .option('--media-folder <path>', 'folder or ZIP with the media files of the export')
    .option('--download', 'download media files from the old site (WordPress)')
    .option('--no-settings', 'do not import settings')
    .option('--no-menu', 'do not import the menu')
    .option('--no-users', 'do not create users; author names are imported as text')
    .action(async (kind: SourceKind, path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ImportCommandOptions>()
      if (options.dryRun) await dryRun(context, options, kind, path)
      else await importSite(context, options, outcome, kind, path)
    })
}

function addExport(program: Command, context: Context): void {
  program
    .command('export <path>')
    .description('export all content as an archive folder, or as a ZIP if the name ends in .zip')
    .option('--revisions', 'include the revisions of posts and pages')
    .action(async (path: string, _options, command: Command) => {
      await exportSite(context, command.optsWithGlobals<ExportCommandOptions>(), path)
    })
}

const sourceOptions = ({ posts }: ImportCommandOptions) =>
  posts === undefined ? {} : { postSections: posts.split(',').map((section) => section.trim()) }

async function dryRun(
  context: Context,
  options: ImportCommandOptions,
  kind: SourceKind,
  path: string,
): Promise<void> {
  const converted = await convert(context, options, kind, path, options.archive)
  const notApplied = pick(converted.report.counts, ['comments', 'members'])
  const value = { dryRun: true, source: kind, ...converted.report, notApplied }
  print(context, options, value, () => summary(value))
}

async function importSite(
  context: Context,
  options: ImportCommandOptions,
  outcome: Outcome,
  kind: SourceKind,
  path: string,
): Promise<void> {
  const { client } = connect(context, options)
  const scratch = await mkdtemp(join(tmpdir(), 'typecase-import-'))
  try {
    const target = kind === 'archive' ? path : (options.archive ?? join(scratch, 'archive'))
    const { report } =
      kind === 'archive' ? { report: undefined } : await convert(context, options, kind, path, target)
    const tree = await openTree(target)
    try {
      const result = await runImport(client, await openArchive(tree, defaultLimits), {
        onExisting: options.onExisting,
        rewritesLinks: options.rewriteLinks ?? rewritesLinks(kind),
        origins: options.origin ?? [],
        withSettings: options.settings,
        withMenu: options.menu,
        withUsers: options.users,
        keepsRoles: kind === 'archive',
        onProgress: ({ phase, done, total }) => context.output.progress(`${phase} ${done} of ${total}`),
      })
      if (kind !== 'archive') await keepUnsupported(context, target, path, options.archive !== undefined)
      const value = { dryRun: false, source: kind, ...report, ...result }
      print(context, options, value, () => summary(value))
      if (result.failed.length > 0) outcome.code = exitCodes.partial
    } finally {
      await tree.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function exportSite(context: Context, options: ExportCommandOptions, path: string): Promise<void> {
  const connection = connect(context, options)
  const reporter = createReporter()
  let done = 0
  const onEntry = () => context.output.progress(`exported ${++done}`)
  const entries = exportEntries(connection, reporter, { withRevisions: options.revisions ?? false })
  const manifest = await writeArchive(entries, await openSink(path), reporter, {
    source: 'typecase',
    onEntry,
  })
  const { losses } = reporter.report()
  print(context, options, { path, counts: manifest.counts, losses }, () => [
    `Exported to ${path}`,
    ...Object.entries(manifest.counts).map(([kind, count]) => `  ${kind}: ${count}`),
    ...losses.map(({ code, count }) => `  not exported: ${code}: ${count}`),
  ])
}

/** Reports where comments and members are stored. First copies them out of the archive if it is temporary. */
async function keepUnsupported(
  { output }: Context,
  archive: string,
  path: string,
  isArchiveKept: boolean,
): Promise<void> {
  const from = join(archive, 'beside')
  if (!existsSync(from)) return
  const to = isArchiveKept ? from : `${parse(resolve(path)).name}-beside`
  if (!isArchiveKept) await cp(from, to, { recursive: true })
  output.message(`Comments and members, which Typecase does not store, were saved to ${to}`)
}

async function convert(
  context: Context,
  options: ImportCommandOptions,
  kind: SourceKind,
  path: string,
  target: string | undefined,
): Promise<Converted> {
  let done = 0
  const media = options.mediaFolder === undefined ? undefined : await openTree(options.mediaFolder)
  try {
    return await convertPath({
      kind,
      path,
      ...(target === undefined ? {} : { target }),
      ...sourceOptions(options),
      ...(media ? { media } : {}),
      // Without an archive to write (a dry run without --archive), files are counted but not downloaded.
      ...(options.download ? { download: target === undefined ? noBytes : download } : {}),
      onEntry: () => context.output.progress(`read ${++done}`),
    })
  } catch (error) {
    context.output.message(`${path} was not imported. Nothing was changed.`)
    throw error
  } finally {
    await media?.close()
  }
}

/** Used instead of `download` when no archive is written: returns an empty file. */
const noBytes = async (): Promise<ByteStream> =>
  (async function* (): ByteStream {
    yield new Uint8Array()
  })()

const pick = (counts: Readonly<Record<string, number>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => names.includes(name)))
