/**
 * `npm run service-keys -- FOLDER [STEP]`: creates and rotates the keys with which services sign their calls
 * to each other. FOLDER has one file per service.
 *
 *     FOLDER           creates the keys; the folder must not exist
 *     FOLDER complete  adds keys for calls that a newer release introduces
 *     FOLDER add       rotation, step 1: services also accept a second key
 *     FOLDER switch    step 2: services sign with the second key
 *     FOLDER drop      step 3: removes the first key
 *
 * Restart all services after each step.
 */
import { existsSync } from 'node:fs'
import {
  completeServiceKeys,
  generateServiceKeys,
  type KeyFiles,
  readKeyFolder,
  rotateServiceKeys,
  rotations,
  writeServiceKeys,
} from '../packages/runtime/src/service-keys/index.ts'

const steps: Readonly<Record<string, (files: KeyFiles) => KeyFiles>> = {
  complete: completeServiceKeys,
  ...Object.fromEntries(
    (Object.keys(rotations) as (keyof typeof rotations)[]).map((name) => [
      name,
      (files: KeyFiles) => rotateServiceKeys(files, name),
    ]),
  ),
}
const [folder, step, ...rest] = process.argv.slice(2)

try {
  if (!folder || rest.length > 0 || (step !== undefined && !Object.hasOwn(steps, step)))
    throw new Error(`usage: npm run service-keys -- FOLDER [${Object.keys(steps).join(' | ')}]`)
  if (step === undefined && existsSync(folder))
    throw new Error(`${folder} already exists: name a new folder, or add a step`)
  const change = step === undefined ? undefined : steps[step]
  const files = change ? change(await readKeyFolder(folder)) : generateServiceKeys()
  await writeServiceKeys(folder, files)
  console.log(`wrote a file for each service to ${folder}; on Kubernetes:
  kubectl create secret generic typecase-service-keys --from-file=${folder} --dry-run=client -o yaml | kubectl apply -f -`)
} catch (error) {
  console.error(`typecase: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
