/** How a service knows which service calls it. docs/decisions/0012 says why so. */
export { readKeyFolder, writeServiceKeys } from './folder.ts'
export { type CallGuard, callGuard } from './guard.ts'
export { readServiceKeys, type ServiceKeys, serviceKeys } from './keys.ts'
export { type KeyFiles, makeServiceKeys, rotateServiceKeys, rotations } from './make-keys.ts'
export { type CallSigner, callSigner } from './signer.ts'
