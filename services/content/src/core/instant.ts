/** Whether every text form of dates has a place for it: the UTC year is one of 1 to 9999. */
export const hasPlainYear = (instant: Date): boolean =>
  instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999
