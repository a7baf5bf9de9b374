/**
 * Runs as a process of its own, without rights: a ZIP comes in on standard input, what it holds goes out on standard output
 * (see framing.ts). Ends by itself.
 */
import { packageLimits } from '../../core/themes/limits.ts'
import { toFrames } from './framing.ts'
import { isTemplate, templateFaults } from './template-syntax.ts'
import { unpackZip } from './unpack-zip.ts'

const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
const unpacked = unpackZip(Buffer.concat(chunks), packageLimits)
const faults = [...unpacked.files].flatMap(([path, bytes]) => (isTemplate(path) ? templateFaults(path, bytes) : []))
for (const frame of toFrames({ ...unpacked, problems: [...unpacked.problems, ...faults] })) process.stdout.write(frame)
