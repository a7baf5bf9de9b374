/**
 * Runs once before all e2e tests. Prepares a data folder, and builds the web interface, which two test files
 * must not build at the same time.
 */
import { builtAdmin } from './admin-system.ts'
import { prepareFolder } from './process.ts'

export async function setup(): Promise<() => void> {
  const [prepared] = await Promise.all([prepareFolder(), builtAdmin()])
  return prepared.remove
}
