/**
 * `npm run service-keys`: the keys by which a service knows which service calls it, a file for each of the six.
 *
 *     FOLDER           makes them; the folder must not exist
 *     FOLDER add       a rotation without a gap: a second key that is believed …
 *     FOLDER switch    … and signed with …
 *     FOLDER drop      … and the first one is gone. Restart all services after each step.
 */
import { existsSync } from 'node:fs'
import {
  makeServiceKeys,
  readKeyFolder,
  rotateServiceKeys,
  rotations,
  writeServiceKeys,
} from '../packages/runtime/src/service-keys/index.ts'

const [folder, step, ...rest] = process.argv.slice(2)

try {
  if (!folder || rest.length > 0 || (step !== undefined && !Object.hasOwn(rotations, step)))
    throw new Error(`usage: npm run service-keys -- FOLDER [${Object.keys(rotations).join(' | ')}]`)
  if (step === undefined && existsSync(folder))
    throw new Error(`${folder} exists: name a new folder, or a step of a rotation`)
  const files =
    step === undefined
      ? makeServiceKeys()
      : rotateServiceKeys(await readKeyFolder(folder), step as keyof typeof rotations)
  await writeServiceKeys(folder, files)
  console.log(`wrote a file for each service to ${folder}; on Kubernetes:
  kubectl create secret generic typecase-service-keys --from-file=${folder} --dry-run=client -o yaml | kubectl apply -f -`)
} catch (error) {
  console.error(`typecase: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
