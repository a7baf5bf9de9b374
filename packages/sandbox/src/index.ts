/** Runs work on hostile input in processes without rights, with limits of time, memory and output. */

export { SandboxError } from './error.ts'
export { type Pool, type PoolOptions, type Room, sandboxPool } from './pool.ts'
export { type CallOptions, type Reply, type SandboxProcess, startSandbox } from './process.ts'
export { type SandboxOptions, sandboxFlags } from './rights.ts'
export { readProgram } from './sources.ts'
