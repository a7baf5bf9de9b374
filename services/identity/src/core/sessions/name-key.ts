/** Key of an account and its lockout counter, equal for all spellings: NFKC, case and surrounding spaces. */
export const nameKey = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
