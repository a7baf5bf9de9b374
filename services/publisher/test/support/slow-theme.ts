/** Renders slowly without output, so that a test can kill a process in the middle. */
const slowly = '{{#each tags}}{{#each ../tags}}{{#each ../../tags}}{{/each}}{{/each}}{{/each}}'

export interface SlowTheme {
  readonly slow: Readonly<Record<string, string>>
  /** The same pages in less time. */
  readonly quick: Readonly<Record<string, string>>
}

/** `word` and `more` are on every page. */
export function slowTheme(word: string, more = ''): SlowTheme {
  const theme = (delay: string) => ({
    'templates/layout.html': `<!doctype html><head></head><body><h1>{{title}} ${word}</h1>${delay}${more}{{{content}}}</body>`,
    'theme.json': '{}',
  })
  return { slow: theme(slowly), quick: theme('') }
}
