/**
 * The key of a typed name: one account and one lockout counter for all its spellings. Width and compatibility
 * forms (NFKC), case and surrounding blanks are ignored.
 */
export const nameKey = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
