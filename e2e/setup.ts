/** Builds the web interface before the first e2e test: two test files must not build it at the same time. */
import { builtAdmin } from './admin-system.ts'

export async function setup(): Promise<void> {
  await builtAdmin()
}
