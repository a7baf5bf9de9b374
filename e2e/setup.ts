/**
 * Before the first e2e test: builds the web interface, which two files must not do at once, and a data
 * folder.
 */
import { builtAdmin } from './admin-system.ts'
import { prepareFolder } from './process.ts'

export async function setup(): Promise<() => void> {
  const [prepared] = await Promise.all([prepareFolder(), builtAdmin()])
  return prepared.remove
}
