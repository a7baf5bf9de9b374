export { jetStreamWorkQueue, type WorkQueueOptions } from './jetstream.ts'
export type { Job, Offer, Task, WorkerOptions, WorkQueue } from './port.ts'
export { type QueueNames, queueNames } from './stream.ts'
