/** How a service knows which service calls it. docs/decisions/0012 says why so. */
export { readKeyFolder, writeServiceKeys } from './folder.ts'
export { type CallGuard, callGuard } from './guard.ts'
export { type PairKeys, readServiceKeys, type ServiceKeys, serviceKeys } from './keys.ts'
export { generateServiceKeys, type KeyFiles, rotateServiceKeys, rotations } from './make-keys.ts'
export { replicaKeys } from './replica-keys.ts'
export { type CallSigner, callSigner } from './signer.ts'
