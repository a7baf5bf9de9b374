/** Runs the rules of .dependency-cruiser.cjs over a tree. */
import { existsSync, globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

export interface Crossing {
  readonly rule: string
  readonly from: string
  readonly to: string
  /** What to do instead. */
  readonly comment: string
}

export interface BoundaryReport {
  readonly modules: number
  readonly crossings: readonly Crossing[]
  /**
   * Source files that dependency-cruiser did not read. If its parser is missing, it reports no violations.
   */
  readonly unread: readonly string[]
}

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  readonly forbidden: readonly (IForbiddenRuleType & { name: string; comment: string })[]
  readonly options: object
}

export const ruleNames: readonly string[] = config.forbidden.map((rule) => rule.name)

const roots = ['packages', 'services', 'deploy', 'e2e', 'tools', 'apps']

/** Reads all TypeScript files of the tree at `root`. */
export async function checkBoundaries(root: string): Promise<BoundaryReport> {
  const present = roots.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(present, {
    ...config.options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: [...config.forbidden] },
  })
  const { modules, summary } = output as ICruiseResult
  const read = new Set(modules.map((module) => module.source))
  const files = globSync(`{${roots.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (path) => /node_modules|generated|dist|coverage/.test(path),
  })
  return {
    modules: summary.totalCruised,
    crossings: summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      from,
      to: cycle ? cycle.map((step) => step.name).join(' → ') : to,
      comment: config.forbidden.find(({ name }) => name === rule.name)?.comment ?? '',
    })),
    unread: files.map((file) => file.split(sep).join('/')).filter((file) => !read.has(file)),
  }
}
