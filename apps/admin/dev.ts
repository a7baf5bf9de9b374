/** `npm run admin`: the web interface with its changes at once, before a gateway that runs already (GATEWAY_URL). */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const server = await createServer({ root: fileURLToPath(new URL('.', import.meta.url)) })
await server.listen()
server.printUrls()
