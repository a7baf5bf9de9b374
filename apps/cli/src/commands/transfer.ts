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

export function addTransfer(program: Command, context: Context, outcome: Outcome): void {
  program
    .command('import')
    .description('bring a site in; a second run changes nothing')
    .addArgument(new Argument('<source>').choices(sourceKinds))
    .argument('<path>', 'folder or file')
    .option('--dry-run', 'count and report only; needs no system')
    .option('--archive <path>', 'keep the converted archive: a folder, or a ZIP for a name ending in .zip')
    .addOption(
      new Option('--on-existing <action>', 'items of an earlier import')
        .choices(['skip', 'replace', 'fail'])
        .default('skip'),
    )
    .option('--rewrite-links', 'give links to imported items their new addresses')
    .option('--no-rewrite-links', 'leave them; the default for Markdown sources')
    .option('--origin <url...>', 'addresses of the old site, for links with host')
    .option('--posts <sections>', 'sections whose pages are posts, with commas (Hugo, Eleventy)')
    .option('--media-folder <path>', 'folder or ZIP with the files that an export refers to')
    .option('--download', 'fetch media files from the old site (WordPress)')
    .option('--no-settings', 'leave the settings of the system')
    .option('--no-menu', 'leave the menu of the system')
    .option('--no-users', 'create no users; authors stay names')
    .action(async (kind: SourceKind, path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<ImportCommandOptions>()
      if (options.dryRun) await dryRun(context, options, kind, path)
      else await importSite(context, options, outcome, kind, path)
    })
  program
    .command('export <path>')
    .description('write all content as an archive: a folder, or a ZIP for a name ending in .zip')
    .option('--revisions', 'include the revisions of posts and pages')
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { readonly revisions?: boolean }>()
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
  const converted = await conversion(context, options, kind, path, options.archive)
  const notApplied = only(converted.report.counts, ['comments', 'members'])
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
      kind === 'archive' ? { report: undefined } : await conversion(context, options, kind, path, target)
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
      if (kind !== 'archive' && options.archive === undefined) await keepBeside(context, target, path)
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

/** Writes comments and members to a file, because the archive is deleted after the import. */
async function keepBeside({ output }: Context, archive: string, path: string): Promise<void> {
  const from = join(archive, 'beside')
  if (!existsSync(from)) return
  const to = `${parse(resolve(path)).name}-beside`
  await cp(from, to, { recursive: true })
  output.message(`What has no place in the system is saved in ${to}`)
}

async function conversion(
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
      // A dry run counts downloads without fetching them.
      ...(options.download ? { download: target === undefined ? noBytes : download } : {}),
      onEntry: () => context.output.progress(`read ${++done}`),
    })
  } catch (error) {
    context.output.message(`${path} was not imported; nothing was changed.`)
    throw error
  } finally {
    await media?.close()
  }
}

/** A dry run downloads nothing. */
const noBytes = async (): Promise<ByteStream> =>
  (async function* (): ByteStream {
    yield new Uint8Array()
  })()

const only = (counts: Readonly<Record<string, number>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => names.includes(name)))
