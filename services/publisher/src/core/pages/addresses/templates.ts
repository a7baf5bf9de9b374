/** Selects the template of a page: the first candidate that the theme has (contract.md#template-fallback). */
import type { Route } from './routes.ts'

/** The last candidates (contract.md#theme-packages). */
export const layouts = ['templates/layout.html', 'layout.html'] as const

export function templateCandidates(route: Route): readonly string[] {
  return [...specific(route), ...layouts]
}

function specific(route: Route): readonly string[] {
  switch (route.kind) {
    case 'home':
      return ['custom/homepage.html', 'templates/home.html', 'templates/index.html']
    case 'post':
    case 'page':
      return [`templates/${route.kind}.html`, 'templates/content.html']
    case 'custom':
      return route.path
        .slice(-2)
        .toReversed()
        .map((slug) => `custom/${slug}.html`)
    case 'category':
    case 'tag':
      return [`custom/${route.slug}.html`, `custom/${route.kind}.html`, 'templates/taxonomy.html']
    case 'author':
      return ['custom/author.html', 'templates/author.html', 'templates/taxonomy.html']
    case 'blog':
    case 'categories':
    case 'sitemap':
    case '404':
      return [`custom/${route.kind}.html`, `templates/${route.kind}.html`]
  }
}

export const isLayout = (template: string): boolean => layouts.some((layout) => layout === template)
