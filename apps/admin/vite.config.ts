import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gateway that the development server passes requests on to. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
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
    // The gateway believes the cookie of its own origin only, so the request must look like one from there.
    proxy: Object.fromEntries(
      ['/api', '/images', '/documents', '/admin/preview-frame'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: gateway } },
      ]),
    ),
  },
})
