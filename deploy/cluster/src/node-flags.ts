import flags from '../../node-flags.json' with { type: 'json' }

/**
 * The flags of programs that make sites, for the Node that runs this (deploy/node-flags.json); none for a version of which nobody
 * has tried whether it knows them, for it would not start.
 */
export function flagsToMakeSites(version = process.versions.node): readonly string[] {
  const known: Readonly<Record<string, unknown>> = flags
  const found = known[version.split('.')[0] ?? '']
  return Array.isArray(found) ? found.map(String) : []
}

/** What the C library of all services is told by the environment. */
export const memoryEnvironment: Readonly<Record<string, string>> = flags.environment

/** The same for the process that has all services. */
export const standaloneEnvironment: Readonly<Record<string, string>> = {
  ...flags.environment,
  ...flags.environmentOfAllInOne,
}
