import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The gateway that the development server passes requests on to. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000'

/** `/admin` is an address too, as it is before the gateway. */
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
    // The gateway believes the cookie of its own origin only, so the request must look like one from there. `/` says where the site is.
    proxy: Object.fromEntries(
      ['^/$', '/api', '/images', '/documents', '/admin/preview-frame'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
})
