/** A theme of one layout that is slow to render, so that there is a middle in which to kill, and shows nothing of that. */
const slowly = '{{#each tags}}{{#each ../tags}}{{#each ../../tags}}{{/each}}{{/each}}{{/each}}'

export interface SlowTheme {
  readonly slow: Readonly<Record<string, string>>
  /** Makes the same pages in less time. */
  readonly quick: Readonly<Record<string, string>>
}

/** `word` stands on every page, and whatever `more` comes to. */
export function slowTheme(word: string, more = ''): SlowTheme {
  const theme = (delay: string) => ({
    'templates/layout.html': `<!doctype html><head></head><body><h1>{{title}} ${word}</h1>${delay}${more}{{{content}}}</body>`,
    'theme.json': '{}',
  })
  return { slow: theme(slowly), quick: theme('') }
}
