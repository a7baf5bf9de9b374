import { serviceActor } from '@typecase/kernel'
import type { CallOptions } from '@typecase/runtime/grpc'

const actor = serviceActor('publisher')

export const optionsOf = (signal?: AbortSignal): CallOptions => (signal ? { actor, signal } : { actor })
