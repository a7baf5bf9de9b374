/** The options of a generation (D12.1). */
import type { Problem } from '@typecase/kernel'
import { optionsInvalid } from '../errors.ts'
import type { Settings } from '../site/site.ts'
import type { GenerationOptions } from './generation.ts'

export interface GivenOptions {
  readonly outputDir?: string | undefined
  readonly baseUrl?: string | undefined
  readonly cleanUrls?: boolean | undefined
}

/** Given options go before settings. @throws VALIDATION_ERROR with every fault. */
export function effectiveOptions(given: GivenOptions, settings: Settings): GenerationOptions {
  const options = {
    outputDir: given.outputDir ?? settings.staticOutputDir,
    baseUrl: given.baseUrl ?? (settings.staticBaseUrl || settings.siteUrl),
    cleanUrls: given.cleanUrls ?? settings.staticCleanUrls,
  }
  const problems: Problem[] = []
  if (!isOutputDir(options.outputDir)) {
    problems.push({ path: 'outputDir', message: 'outputDir must be a relative path without ., .. or backslash' })
  }
  if (!isBaseUrl(options.baseUrl)) {
    problems.push({ path: 'baseUrl', message: 'baseUrl must be an absolute http(s) URL, a path from /, or empty' })
  }
  if (problems.length > 0) throw optionsInvalid(problems)
  return options
}

/** Where the store keeps what nobody should name as an output. */
const reserved = '.generations'

export const isOutputDir = (path: string): boolean =>
  path.length > 0 &&
  path.length <= 500 &&
  !/[\\\p{Cc}]/u.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part !== reserved && part.length <= 200)

function isBaseUrl(url: string): boolean {
  if (url === '') return true
  if (url.length > 2000 || /[\s\\<>"']/.test(url)) return false
  return /^\/(?!\/)[^?#]*$/.test(url) || /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(url)
}
