/** `npm run format`: writes the one format, sorts imports and mends what can be mended safely. */
import { programOf, runSteps } from './steps.ts'

const [result] = await runSteps([
  { name: 'format', args: [programOf('@biomejs/biome', 'biome'), 'check', '--write', '.'] },
])
if (!result?.ok) process.exitCode = 1
