import flags from '../../node-flags.json' with { type: 'json' }

/** Flags for this Node version; empty for other versions, because unknown flags prevent the start. */
export function siteBuildFlags(version = process.versions.node): readonly string[] {
  const byMajor: Readonly<Record<string, unknown>> = flags
  const found = byMajor[version.split('.')[0] ?? '']
  return Array.isArray(found) ? found.map(String) : []
}

/** Malloc settings of every service. */
export const memoryEnvironment: Readonly<Record<string, string>> = flags.environment

/** Malloc settings of the process that runs all services. */
export const standaloneEnvironment: Readonly<Record<string, string>> = {
  ...flags.environment,
  ...flags.standaloneEnvironment,
}
