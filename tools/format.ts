/** `npm run format`: formats the code, sorts imports and applies safe fixes. */
import { programOf, runSteps } from './steps.ts'

const [result] = await runSteps([
  { name: 'format', args: [programOf('@biomejs/biome', 'biome'), 'check', '--write', '.'] },
])
if (!result?.ok) process.exitCode = 1
