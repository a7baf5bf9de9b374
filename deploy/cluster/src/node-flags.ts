import flags from '../../node-flags.json' with { type: 'json' }

/** Flags for a version of Node. None for a version that is not listed: Node refuses unknown flags. */
export function siteBuildFlags(version = process.versions.node): readonly string[] {
  const byMajor: Readonly<Record<string, unknown>> = flags
  const found = byMajor[version.split('.')[0] ?? '']
  return Array.isArray(found) ? found.map(String) : []
}

/** malloc settings for every service process. */
export const memoryEnvironment: Readonly<Record<string, string>> = flags.environment

/** malloc settings for the process that runs all services. */
export const standaloneEnvironment: Readonly<Record<string, string>> = {
  ...flags.environment,
  ...flags.standaloneEnvironment,
}
