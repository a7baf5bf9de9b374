import type { Logger } from '@typecase/runtime/log'
import { counter, histogram } from '@typecase/runtime/telemetry'
import type { RenditionReport } from '../../core/renditions/ports.ts'

/**
 * Logs and counts every attempt. Operators should set an alert for the outcome `given up`: it means that the
 * machine is too slow, or that a decoder crashes.
 */
export function renditionReports(log: Logger): (report: RenditionReport) => void {
  const tries = counter(
    'typecase_media_renditions_total',
    'Attempts to render the renditions of an image, by outcome',
    ['outcome'],
  )
  const seconds = histogram(
    'typecase_media_renditions_seconds',
    'Time from the upload of an image to its renditions',
  )
  return ({ error, ...report }) => {
    tries.inc({ outcome: report.outcome })
    if (report.outcome === 'made') seconds.observe(report.seconds)
    if (report.outcome === 'given up')
      log.error({ ...report, error }, 'renditions of an image were given up after repeated failures')
    else if (error) log.warn({ ...report, why: String(error) }, 'renditions of an image failed')
    else log.info(report, 'renditions of an image are done')
  }
}
