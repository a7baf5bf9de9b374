/** True for UTC years 1 to 9999, which every text format of dates can represent. */
export const hasPlainYear = (instant: Date): boolean =>
  instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999
