/**
 * Runs as a process of its own, without rights: a ZIP comes in on standard input, what it holds goes out on standard output
 * (see framing.ts). Ends by itself.
 */
import { readyMark, toFrames } from './framing.ts'
import { unpackPackage } from './unpack-package.ts'

process.stdout.write(readyMark)
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
for (const frame of toFrames(unpackPackage(Buffer.concat(chunks)))) process.stdout.write(frame)
