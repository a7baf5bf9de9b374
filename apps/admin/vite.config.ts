import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** The development server proxies requests to this gateway. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000'

/** Serves `/admin` without a trailing slash too, like the gateway. */
const ownAddress: Plugin = {
  name: 'own-address',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (request.url !== '/admin') return next()
      response.writeHead(302, { location: '/admin/' }).end()
    })
  },
}

export default defineConfig({
  base: '/admin/',
  plugins: [react(), ownAddress],
  // Packages that otherwise use the document have a variant for workers.
  resolve: { conditions: ['worker', ...defaultClientConditions] },
  worker: { format: 'es' },
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
    // The gateway accepts the cookie only from its own origin, so the proxy rewrites Origin. `/` returns the
    // address of the site.
    proxy: Object.fromEntries(
      ['^/$', '/api', '/images', '/documents', '/admin/preview-frame'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
})
