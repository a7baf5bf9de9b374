/** `npm run admin`: the web interface with live reload, for a running gateway (GATEWAY_URL). */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const server = await createServer({ root: fileURLToPath(new URL('.', import.meta.url)) })
await server.listen()
server.printUrls()
