/**
 * Builds the web interface before the first e2e test, because two test files must not build it concurrently.
 */
import { builtAdmin } from './admin-system.ts'

export async function setup(): Promise<void> {
  await builtAdmin()
}
