/** Runs slow test files first, so that no worker starts a slow file when all others have finished. */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const projects = ['e2e', 'contract', 'component', 'isolated unit', 'unit']
/** Test files that take 30 seconds or more. */
const longest = [
  'admin',
  's3-site-store',
  'cluster',
  'uploads',
  'bundled-themes',
  'chaos',
  'rolling-restart',
  'races',
  'fuzz',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  const at = longest.indexOf(basename(moduleId, '.test.ts'))
  return at < 0 ? longest.length + projects.indexOf(project.name) : at
}
