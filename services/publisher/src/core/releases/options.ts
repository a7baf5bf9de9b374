import { baseUrlError, outputDirError, type Problem } from '@typecase/kernel'
import { optionsInvalid } from '../errors.ts'
import { shownUrl } from '../site/shown-text.ts'
import type { Settings } from '../site/site.ts'
import type { GenerationOptions } from './generation.ts'

export interface GivenOptions {
  readonly outputDir?: string | undefined
  readonly baseUrl?: string | undefined
  readonly cleanUrls?: boolean | undefined
}

/** @throws VALIDATION_ERROR with every error */
export function effectiveOptions(given: GivenOptions, settings: Settings): GenerationOptions {
  const options = {
    outputDir: given.outputDir ?? settings.staticOutputDir,
    baseUrl: shownUrl(given.baseUrl ?? (settings.staticBaseUrl || settings.siteUrl)),
    cleanUrls: given.cleanUrls ?? settings.staticCleanUrls,
  }
  const errors = { outputDir: outputDirError(options.outputDir), baseUrl: baseUrlError(options.baseUrl) }
  const problems = Object.entries(errors).flatMap(([path, error]): Problem[] =>
    error ? [{ path, message: `${path} ${error}` }] : [],
  )
  if (problems.length > 0) throw optionsInvalid(problems)
  return options
}
