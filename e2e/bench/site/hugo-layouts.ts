/** The bundled theme as Hugo templates. */

const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ if .IsHome }}{{ site.Title }}{{ else }}{{ .Title }} – {{ site.Title }}{{ end }}</title>
<link rel="stylesheet" href="/assets/css/style.css?v=1">
<meta name="description" content="{{ .Summary | plainify | truncate 300 }}">
<link rel="canonical" href="{{ .Permalink }}">
<link rel="alternate" type="application/rss+xml" title="{{ site.Title }}" href="/index.xml">
<meta property="og:type" content="{{ if .IsPage }}article{{ else }}website{{ end }}">
<meta property="og:title" content="{{ .Title }}">
<meta property="og:description" content="{{ .Summary | plainify | truncate 300 }}">
<meta property="og:url" content="{{ .Permalink }}">
<meta property="og:site_name" content="{{ site.Title }}">
{{ if .IsPage }}<meta property="article:published_time" content="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">
<meta property="article:modified_time" content="{{ .Lastmod.Format "2006-01-02T15:04:05Z07:00" }}">
<script type="application/ld+json">{{ dict "@context" "https://schema.org" "@type" "BlogPosting" "headline" .Title "description" (.Summary | plainify | truncate 300) "datePublished" .Date "dateModified" .Lastmod "mainEntityOfPage" .Permalink | jsonify | safeJS }}</script>{{ end }}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="masthead"><div class="wide masthead-row"><a class="site-title" href="/">{{ site.Title }}</a></div></header>
<main id="main" class="main">
`

const foot = `
</main>
<footer class="colophon"><div class="wide colophon-row"><p><strong>{{ site.Title }}</strong></p>
<nav aria-label="Site"><ul><li><a href="/blog/">All posts</a></li><li><a href="/categories/">Categories</a></li><li><a href="/sitemap/">Sitemap</a></li><li><a href="/index.xml">RSS</a></li></ul></nav>
</div></footer>
</body>
</html>
`

const framed = (body: string): string => `{{ partial "head.html" . }}${body}{{ partial "foot.html" . }}`

const card = `<article class="card"><div class="card-text">
<h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p class="excerpt">{{ .Summary | plainify | truncate 220 }}</p>
<p class="byline"><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">{{ .Date.Format "January 2, 2006" }}</time><span>{{ .ReadingTime }} min read</span>{{ range .GetTerms "category" }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</p>
</div></article>
`

const pagination = `{{ $p := .Paginator }}{{ if gt $p.TotalPages 1 }}<nav class="pagination" aria-label="Pages">
{{ if $p.HasPrev }}<a rel="prev" href="{{ $p.Prev.URL }}">Newer</a>{{ end }}
<ol><li><a href="{{ $p.First.URL }}">1</a></li>{{ $from := cond (gt $p.PageNumber 4) (sub $p.PageNumber 3) 1 }}{{ $near := first 5 (after $from $p.Pagers) }}{{ range $near }}<li><a href="{{ .URL }}"{{ if eq .PageNumber $p.PageNumber }} aria-current="page"{{ end }}>{{ .PageNumber }}</a></li>{{ end }}<li><a href="{{ $p.Last.URL }}">{{ $p.TotalPages }}</a></li></ol>
{{ if $p.HasNext }}<a rel="next" href="{{ $p.Next.URL }}">Older</a>{{ end }}
</nav>{{ end }}
`

const list = (heading: string, pages: string): string =>
  framed(`<div class="wide"><div class="page-head">${heading}</div>
{{ $paginator := .Paginate ${pages} 10 }}<div class="cards">{{ range $paginator.Pages }}{{ partial "card.html" . }}{{ end }}</div>
{{ partial "pagination.html" . }}</div>`)

const post = `<article class="article">
<header class="column article-head">{{ range .GetTerms "category" }}<p class="kicker"><a href="{{ .RelPermalink }}">{{ .Title }}</a></p>{{ end }}
<h1>{{ .Title }}</h1>
<p class="byline"><time datetime="{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}">{{ .Date.Format "January 2, 2006" }}</time>{{ range .GetTerms "author" }}<a href="{{ .RelPermalink }}" rel="author">{{ .Title }}</a>{{ end }}<span>{{ .ReadingTime }} min read</span></p></header>
<div class="column prose">{{ .Content }}</div>
<footer class="column"><ul class="tags" aria-label="Tags">{{ range .GetTerms "tag" }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></footer>
</article>
<nav class="column neighbours" aria-label="Neighbouring posts">
{{ with .PrevInSection }}<a rel="prev" href="{{ .RelPermalink }}"><span>Older</span>{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a rel="next" href="{{ .RelPermalink }}"><span>Newer</span>{{ .Title }}</a>{{ end }}
</nav>`

const posts = '(site.GetPage "/blog").RegularPages'

const rss = (
  pages: string,
): string => `{{ printf "<?xml version=\\"1.0\\" encoding=\\"UTF-8\\"?>" | safeHTML }}
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>{{ site.Title }}</title><link>{{ .Permalink }}</link>
{{ range ${pages} }}<item><title>{{ .Title }}</title><link>{{ .Permalink }}</link><pubDate>{{ .Date.Format "Mon, 02 Jan 2006 15:04:05 -0700" }}</pubDate><description>{{ .Summary | plainify | truncate 300 | html }}</description><content:encoded>{{ .Content | html }}</content:encoded></item>
{{ end }}</channel></rss>
`

const atom = (pages: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>{{ .Permalink }}</id><title>{{ site.Title }}</title>
{{ range ${pages} }}<entry><id>{{ .Permalink }}</id><title>{{ .Title }}</title><link rel="alternate" type="text/html" href="{{ .Permalink }}"/><published>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</published><updated>{{ .Lastmod.Format "2006-01-02T15:04:05Z07:00" }}</updated><summary>{{ .Summary | plainify | truncate 300 | html }}</summary><content type="html">{{ .Content | html }}</content></entry>
{{ end }}</feed>
`

const jsonFeed = (pages: string): string =>
  `{{ $items := slice }}{{ range ${pages} }}{{ $items = $items | append (dict "id" .Permalink "url" .Permalink "title" .Title "summary" (.Summary | plainify | truncate 300) "content_html" .Content "date_published" .Date "date_modified" .Lastmod) }}{{ end }}{{ dict "version" "https://jsonfeed.org/version/1.1" "title" site.Title "home_page_url" .Permalink "items" $items | jsonify }}
`

export const hugoLayouts: Readonly<Record<string, string>> = {
  'static/assets/css/style.css': 'body{}',
  'layouts/partials/head.html': head,
  'layouts/partials/foot.html': foot,
  'layouts/partials/card.html': card,
  'layouts/partials/pagination.html': pagination,
  'layouts/index.html': list('<h1>{{ site.Title }}</h1>', posts),
  'layouts/_default/section.html': list('<h1>{{ .Title }}</h1>', '.RegularPages'),
  'layouts/_default/term.html': list(
    '<h1>{{ .Title }}</h1><p class="count">{{ len .Pages }} posts</p>',
    '.Pages',
  ),
  'layouts/_default/single.html': framed(post),
  'layouts/_default/categories.html': framed(
    '<h1>{{ .Title }}</h1><ul>{{ range $name, $pages := site.Taxonomies.category }}<li><a href="{{ $pages.Page.RelPermalink }}">{{ $pages.Page.Title }}</a> ({{ $pages.Count }})</li>{{ end }}</ul>',
  ),
  'layouts/_default/map.html': framed(
    `<h1>{{ .Title }}</h1><ul>{{ range ${posts} }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>`,
  ),
  'layouts/404.html': framed('<h1>Page not found</h1>'),
  'layouts/index.rss.xml': rss(`first 1000 ${posts}`),
  'layouts/index.atom.xml': atom(`first 100 ${posts}`),
  'layouts/index.feed.json': jsonFeed(`first 100 ${posts}`),
  'layouts/_default/term.rss.xml': rss('first 20 .Pages'),
  'layouts/_default/term.atom.xml': atom('first 20 .Pages'),
  'layouts/_default/term.feed.json': jsonFeed('first 20 .Pages'),
}
