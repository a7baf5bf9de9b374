/**
 * What a typed name is known by: one account and one lockout counter for all its spellings. Width and compatibility forms
 * (NFKC), case and padding make no difference.
 */
export const nameKey = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim()
