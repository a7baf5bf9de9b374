/** Templates of the bundled theme, reduced to what the benchmark site needs. */

const framed = (body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}} – Benchmark</title>
<link rel="stylesheet" href="/assets/css/style.css?v=1">
<meta name="description" content="{{description}}">
<link rel="canonical" href="http://site.test{{url}}">
<link rel="alternate" type="application/rss+xml" title="Benchmark" href="/rss.xml">
<meta property="og:type" content="article">
<meta property="og:title" content="{{title}}">
<meta property="og:description" content="{{description}}">
<meta property="og:url" content="http://site.test{{url}}">
<meta property="og:site_name" content="Benchmark">
{{#if createdAt}}<meta property="article:published_time" content="{{createdAt}}">
<meta property="article:modified_time" content="{{createdAt}}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"BlogPosting","headline":"{{title}}","description":"{{description}}","datePublished":"{{createdAt}}","dateModified":"{{createdAt}}"}</script>{{/if}}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead"><div class="wide masthead-row"><a class="site-title" href="/">Benchmark</a></div></header>
<main id="main" class="main">
${body}
</main>
<footer class="colophon"><div class="wide colophon-row"><p><strong>Benchmark</strong></p>
<nav aria-label="Site"><ul><li><a href="/blog/">All posts</a></li><li><a href="/categories/">Categories</a></li><li><a href="/sitemap/">Sitemap</a></li><li><a href="/rss.xml">RSS</a></li></ul></nav>
</div></footer>
</body>
</html>
`

export const templates = {
  post: framed(`<article class="article">
<header class="column article-head"><p class="kicker"><a href="{{category.url}}">{{category.name}}</a></p>
<h1>{{title}}</h1>
<p class="byline"><time datetime="{{createdAt}}">{{day}}</time><a href="{{author.url}}" rel="author">{{author.name}}</a><span>{{minutes}} min read</span></p></header>
<div class="column prose">{{{content}}}</div>
<footer class="column"><ul class="tags" aria-label="Tags">{{#each tags}}<li><a href="{{url}}">{{name}}</a></li>{{/each}}</ul></footer>
</article>
<nav class="column neighbours" aria-label="Neighbouring posts">
{{#if older}}<a rel="prev" href="{{older.url}}"><span>Older</span>{{older.title}}</a>{{/if}}
{{#if newer}}<a rel="next" href="{{newer.url}}"><span>Newer</span>{{newer.title}}</a>{{/if}}
</nav>`),
  list: framed(`<div class="wide"><div class="page-head"><h1>{{title}}</h1></div>
<div class="cards">{{#each posts}}<article class="card"><div class="card-text">
<h2><a href="{{url}}">{{title}}</a></h2>
<p class="excerpt">{{teaser}}</p>
<p class="byline"><time datetime="{{createdAt}}">{{day}}</time><span>{{minutes}} min read</span><a href="{{category.url}}">{{category.name}}</a></p>
</div></article>{{/each}}</div>
<nav class="pagination" aria-label="Pages">{{#if newer}}<a rel="prev" href="{{newer}}">Newer</a>{{/if}}
<ol>{{#each numbers}}<li><a href="{{url}}"{{#if current}} aria-current="page"{{/if}}>{{number}}</a></li>{{/each}}</ol>
{{#if older}}<a rel="next" href="{{older}}">Older</a>{{/if}}</nav></div>`),
  links: framed(
    '<h1>{{title}}</h1><ul>{{#each links}}<li><a href="{{url}}">{{title}}</a></li>{{/each}}</ul>',
  ),
} as const

export type TemplateName = keyof typeof templates
