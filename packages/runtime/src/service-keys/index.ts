/** Keys with which services sign their calls: docs/decisions/0012. */
export { readKeyFolder, writeServiceKeys } from './folder.ts'
export {
  completeServiceKeys,
  generateServiceKeys,
  type KeyFiles,
  rotateServiceKeys,
  rotations,
} from './generate-keys.ts'
export { type CallGuard, callGuard } from './guard.ts'
export { type PairKeys, readServiceKeys, type ServiceKeys, serviceKeys } from './keys.ts'
export { replicaKeys } from './replica-keys.ts'
export { type CallSigner, callSigner } from './signer.ts'
