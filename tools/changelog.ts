/** CHANGELOG.md, in the format of Keep a Changelog: `## [Unreleased]`, then `## [VERSION] - DATE`. */

const unreleased = '## [Unreleased]'

/** The section of a version, or of `Unreleased`, without its heading; undefined if it does not exist. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (start === -1) return undefined
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('## '))
  const end = length === -1 ? lines.length : start + 1 + length
  return lines
    .slice(start + 1, end)
    .join('\n')
    .trim()
}

/** Moves the entries of Unreleased to a new section for `version`. `date` is YYYY-MM-DD. */
export function releaseSection(changelog: string, version: string, date: string): string {
  return changelog.replace(unreleased, `${unreleased}\n\n## [${version}] - ${date}`)
}
