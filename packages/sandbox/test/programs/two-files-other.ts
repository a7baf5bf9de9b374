export const shout = (words: readonly string[]): string => words.join(' ').toUpperCase()
