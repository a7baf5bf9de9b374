/** Whether files make a theme (contract.md#theme-packages). Pure: what it is given is unpacked already. */
import type { UnpackedTheme } from '../ports.ts'
import type { ThemeFault } from './fault.ts'
import { readMetadata, screenshotNames } from './metadata.ts'
import type { ThemeMetadata } from './theme.ts'

export interface CheckedPackage {
  /** Set exactly if there are no problems. */
  readonly metadata?: ThemeMetadata
  readonly problems: readonly ThemeFault[]
}

/** Every fault of the package at once, those found while it was unpacked among them. */
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
): ThemeFault[] {
  const problems: ThemeFault[] = []
  if (!files.has('templates/layout.html') && !files.has('layout.html'))
    problems.push({
      path: 'templates/layout.html',
      message: 'the layout is missing',
      hint: 'Add templates/layout.html: it renders every page that has no template of its own.',
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
      hint: 'Add assets/css/style.css, if only an empty one.',
    })
  return problems
}

/** The screenshot that is in the package, the declared one first; none is declared that is not there. */
function withScreenshot(metadata: ThemeMetadata, files: ReadonlyMap<string, Uint8Array>): ThemeMetadata {
  const { screenshot, ...rest } = metadata
  const found = [...(screenshot ? [screenshot] : []), ...screenshotNames].find((name) => files.has(name))
  return (found ? { ...rest, screenshot: found } : rest) as ThemeMetadata
}
