/** Validates the unpacked files of a theme (contract.md#theme-packages). Pure. */
import type { UnpackedTheme } from '../ports.ts'
import { readMetadata, screenshotNames } from './metadata.ts'
import type { ThemeMetadata } from './theme.ts'
import type { ThemeError } from './theme-error.ts'

export interface CheckedPackage {
  /** Defined if and only if there are no problems. */
  readonly metadata?: ThemeMetadata
  readonly problems: readonly ThemeError[]
}

/** All errors of the package, including those found while unpacking. */
export function checkPackage({ files, folders, problems, readable }: UnpackedTheme): CheckedPackage {
  if (!readable) return { problems }
  const { metadata, problems: metadataProblems } = readMetadata(files.get('theme.json'))
  const all = [...metadataProblems, ...structureProblems(files, folders), ...problems]
  return all.length > 0 || !metadata
    ? { problems: all }
    : { metadata: withScreenshot(metadata, files), problems: [] }
}

function structureProblems(
  files: ReadonlyMap<string, Uint8Array>,
  folders: ReadonlySet<string>,
): ThemeError[] {
  const problems: ThemeError[] = []
  if (!files.has('templates/layout.html') && !files.has('layout.html'))
    problems.push({
      path: 'templates/layout.html',
      message: 'the layout is missing',
      hint: 'Add templates/layout.html: it renders every page without its own template.',
    })
  for (const folder of ['templates', 'assets', 'partials'])
    if (!folders.has(folder))
      problems.push({
        path: `${folder}/`,
        message: `the folder ${folder} is missing`,
        hint: `Add the folder ${folder} with a file in it.`,
      })
  if (!files.has('assets/css/style.css'))
    problems.push({
      path: 'assets/css/style.css',
      message: 'the stylesheet is missing',
      hint: 'Add assets/css/style.css; it may be empty.',
    })
  return problems
}

/** Sets the screenshot to one that the package contains, preferably the declared one. */
function withScreenshot(metadata: ThemeMetadata, files: ReadonlyMap<string, Uint8Array>): ThemeMetadata {
  const { screenshot, ...rest } = metadata
  const found = [...(screenshot ? [screenshot] : []), ...screenshotNames].find((name) => files.has(name))
  return (found ? { ...rest, screenshot: found } : rest) as ThemeMetadata
}
