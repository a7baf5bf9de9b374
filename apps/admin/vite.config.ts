import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The development server proxies requests to this gateway. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000'

/** Redirects `/admin` to `/admin/`, so that `/admin` without the slash works as on the gateway. */
const trailingSlash: Plugin = {
  name: 'trailing-slash',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (request.url !== '/admin') return next()
      response.writeHead(302, { location: '/admin/' }).end()
    })
  },
}

/**
 * Replaces the browser version of a package that the Markdown parser uses. That version decodes entities with
 * `document`, which workers do not have. The other version has a table of entities.
 */
const withoutDocument: Plugin = {
  name: 'without-document',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source !== 'decode-named-character-reference') return undefined
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found?.id.replace(/index\.dom\.js$/, 'index.js')
  },
}

export default defineConfig({
  base: '/admin/',
  plugins: [react(), trailingSlash, withoutDocument],
  worker: { format: 'es', plugins: () => [withoutDocument] },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // The gateway accepts the cookie only from its own origin, so the proxy rewrites Origin. `/` is
    // proxied too, because there the gateway returns the address of the site.
    proxy: Object.fromEntries(
      ['^/$', '/api', '/images', '/documents', '/admin/preview-frame'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
})
