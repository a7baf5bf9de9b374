import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NatsAccess } from '@typecase/messaging/nats'
import { jetStreamWorkQueue, type WorkQueue, type WorkQueueOptions } from '@typecase/messaging/work-queue'
import type { Logger } from '@typecase/runtime/log'
import { codeVersion } from './code-version.ts'

const ownPackage = join(import.meta.dirname, '../../..')
const templatePackage = join(fileURLToPath(import.meta.resolve('@typecase/theme-engine')), '../..')

export interface OtherPublishersOptions {
  readonly nats: NatsAccess
  readonly log: Logger
  /** Keys that sign messages between publishers; undefined if calls between services are not signed. */
  readonly keys: WorkQueueOptions['keys']
}

/** The queue of publishers with the same code: stream `TYPECASE_RENDERING`, consumer `workers`. */
export const otherPublishers = ({ nats, log, keys }: OtherPublishersOptions): WorkQueue =>
  jetStreamWorkQueue({
    ...nats,
    name: 'rendering',
    version: codeVersion([ownPackage, templatePackage]),
    log,
    keys,
  })
