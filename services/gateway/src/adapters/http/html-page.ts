/** HTML pages of the API: no scripts and no external resources. */
import { createHash } from 'node:crypto'

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #17754a; }
@media (prefers-color-scheme: dark) { :root { --accent: #4fc38a; } }
*, *::before { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 1rem 0 0.3rem; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; } nav a { padding: 0.2rem 0; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; }
pre { background: var(--soft); padding: 0.8rem; overflow: auto; max-height: 24rem; border-radius: 6px; overflow-wrap: normal; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.4rem 0; }
details > :not(summary) { margin-left: 0.8rem; margin-right: 0.8rem; }
summary { cursor: pointer; display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) minmax(0, auto); gap: 0 0.6rem; padding: 0.5rem 0.8rem; }
summary b { color: var(--accent); } summary span { opacity: 0.8; text-align: right; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; vertical-align: top; overflow-wrap: break-word; }
@media (max-width: 40rem) {
  summary { grid-template-columns: 4.5rem minmax(0, 1fr); } summary span { grid-column: 2; text-align: left; }
}
`

/** Allows only the page's own style, by hash. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }

/** `body` is markup; `title` is plain text. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head><body>
<main>
${body}
</main>
</body></html>`

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
