/**
 * Key of a name for accounts and lockout counters. Ignores case, surrounding spaces and differences that NFKC
 * removes.
 */
export const nameKey = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
