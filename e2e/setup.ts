/**
 * Runs before all e2e tests: builds the web interface, which two test files must not do at once, and prepares
 * a data folder.
 */
import { builtAdmin } from './admin-system.ts'
import { prepareFolder } from './process.ts'

export async function setup(): Promise<() => void> {
  const [prepared] = await Promise.all([prepareFolder(), builtAdmin()])
  return prepared.remove
}
