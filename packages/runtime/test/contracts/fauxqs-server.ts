/**
 * Runs an S3 emulator from npm in its own process, so that a test measures only the client's memory. Prints
 * the address of the emulator.
 */
import { buildApp } from 'fauxqs'

const server = buildApp({ logger: false })
console.log(await server.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => void server.close())
process.once('disconnect', () => void server.close())
