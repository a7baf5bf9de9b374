import { type Actor, isAppError, outputDirError, requireAdmin } from '@typecase/kernel'
import { adminsOnly, optionsInvalid } from '../errors.ts'
import { overlap } from '../pages/addresses/safe-path.ts'
import type { PublisherPorts, SiteStore } from '../ports.ts'

/** @throws UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR */
export const checkOutputDir =
  ({ sites }: Pick<PublisherPorts, 'sites'>) =>
  async (actor: Actor, outputDir: string): Promise<void> => {
    requireAdmin(actor, adminsOnly)
    const error = outputDirError(outputDir)
    if (error) throw optionsInvalid([{ path: 'outputDir', message: `outputDir ${error}` }])
    await refuseTaken(sites, outputDir)
  }

/**
 * Refuses an output that overlaps with the configured one, even before the configured one exists.
 * @throws VALIDATION_ERROR
 */
export function refuseOverlapWith(configured: string, outputDir: string): void {
  if (!overlap(outputDir, configured)) return
  const message = `The output folder ${outputDir} overlaps with ${configured}, the output folder in the settings`
  throw optionsInvalid([{ path: 'outputDir', message }])
}

/** @throws VALIDATION_ERROR */
export async function refuseTaken(sites: Pick<SiteStore, 'refuseOverlap'>, outputDir: string): Promise<void> {
  try {
    await sites.refuseOverlap(outputDir)
  } catch (error) {
    if (isAppError(error) && error.code === 'OUTPUT_DIR_TAKEN')
      throw optionsInvalid([{ path: 'outputDir', message: error.message }])
    throw error
  }
}
