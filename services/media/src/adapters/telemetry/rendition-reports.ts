import type { Logger } from '@typecase/runtime/log'
import { counter, histogram } from '@typecase/runtime/telemetry'
import type { RenditionReport } from '../../core/renditions/ports.ts'

/** Every try is one log line and counts. An alert belongs on `given up`: the machine is too slow, or a decoder dies. */
export function renditionReports(log: Logger): (report: RenditionReport) => void {
  const tries = counter('typecase_media_renditions_total', 'Images for which renditions were tried', [
    'outcome',
  ])
  const seconds = histogram(
    'typecase_media_renditions_seconds',
    'From the upload of an image to its renditions',
  )
  return ({ error, ...report }) => {
    tries.inc({ outcome: report.outcome })
    if (report.outcome === 'made') seconds.observe(report.seconds)
    if (report.outcome === 'given up') log.error({ ...report, error }, 'renditions of an image were given up')
    else if (error) log.warn({ ...report, why: String(error) }, 'renditions of an image were not made')
    else log.info(report, 'renditions of an image were made')
  }
}
