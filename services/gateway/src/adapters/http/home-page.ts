/** The page that browsers get at the root of the API. */
import { escaped, htmlPage } from './html-page.ts'

export const homePage = (site: string): string =>
  htmlPage(
    'Typecase',
    `<h1>Typecase</h1>
<p>This is the address of the API.</p>
<ul>
<li><a href="/admin">The web interface</a>, where you write and manage everything</li>
<li><a href="/api/docs">Every route of the API</a>, and <a href="/api/openapi.json">the same for programs</a></li>
<li><a href="${escaped(site)}">The site</a>, available after the first
  <code>POST /api/static/generate</code></li>
</ul>`,
  )
