/**
 * Runs once before all e2e tests. Builds the web interface, because two test files must not build it at the
 * same time, and prepares a data folder.
 */
import { builtAdmin } from './admin-system.ts'
import { prepareFolder } from './process.ts'

export async function setup(): Promise<() => void> {
  const [prepared] = await Promise.all([prepareFolder(), builtAdmin()])
  return prepared.remove
}
