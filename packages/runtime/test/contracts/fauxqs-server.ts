/** An S3 server from npm as a process of its own: a test measures the memory of the client alone. Prints its address. */
import { buildApp } from 'fauxqs'

const server = buildApp({ logger: false })
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => void server.close())
process.once('disconnect', () => void server.close())
