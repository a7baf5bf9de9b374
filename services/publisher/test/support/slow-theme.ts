/** Renders slowly and without output, so that a test can kill a process during a build. */
const slowBlock = '{{#each tags}}{{#each ../tags}}{{#each ../../tags}}{{/each}}{{/each}}{{/each}}'

export interface SlowTheme {
  readonly slow: Readonly<Record<string, string>>
  /** Renders the same pages faster. */
  readonly quick: Readonly<Record<string, string>>
}

/** `word` and `more` are on every page. */
export function slowTheme(word: string, more = ''): SlowTheme {
  const theme = (delay: string) => ({
    'templates/layout.html': `<!doctype html><head></head><body><h1>{{title}} ${word}</h1>${delay}${more}{{{content}}}</body>`,
    'theme.json': '{}',
  })
  return { slow: theme(slowBlock), quick: theme('') }
}
