/** Permissions of each NATS user: least privilege, in one account. */
import { type EventService, eventUse } from '@typecase/contracts/event-users'
import { apiPrefix, defaultPrefix, eventStream, inboxPrefix, natsUser } from '../nats/index.ts'
import { queueNames } from '../work-queue/index.ts'

export interface NatsPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

export interface Installation {
  /** `NATS_PREFIX`; default `typecase`. */
  readonly prefix?: string | undefined
  /** `NATS_JETSTREAM_DOMAIN`, if set. */
  readonly domain?: string | undefined
}

const namesOf = ({ prefix = defaultPrefix, domain }: Installation) => ({
  prefix,
  stream: eventStream(prefix),
  api: apiPrefix(domain),
})
const inboxOf = (user: string): string => `${inboxPrefix(user)}.>`

export const userOf = (service: EventService, prefix: string = defaultPrefix): string =>
  natsUser(prefix, service)
export const operatorOf = (prefix: string = defaultPrefix): string => natsUser(prefix, 'operator')
export const operatorUser = operatorOf()

/** Access to the service's own events, dead letters, consumers and work queue. */
export function servicePermissions(service: EventService, installation: Installation = {}): NatsPermissions {
  const { prefix, stream, api } = namesOf(installation)
  const { consumers, queue, updatesStream } = eventUse[service]
  const user = userOf(service, prefix)
  const work =
    queue === undefined ? { publish: [], subscribe: [] } : queuePermissions(queue, user, installation)
  return {
    publish: [
      `${prefix}.${service}.>`,
      ...consumers.map((consumer) => `${prefix}.dead.${consumer}`),
      `${api}.STREAM.INFO.${stream}`,
      // The server refuses STREAM.CREATE if the stream exists with other settings.
      `${api}.STREAM.CREATE.${stream}`,
      ...(updatesStream ? [`${api}.STREAM.UPDATE.${stream}`] : []),
      ...consumers.flatMap((consumer) => consumerSubjects(api, stream, consumer)),
      ...work.publish,
    ],
    subscribe: [inboxOf(user), ...work.subscribe],
  }
}

/** Calls on the stream of the queue. STREAM.UPDATE raises the replicas; STREAM.MSG.DELETE withdraws tasks. */
const queueCalls = ['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.MSG.GET', 'STREAM.MSG.DELETE']

/** Access to the tasks, requests and replies of one queue. */
function queuePermissions(queue: string, user: string, installation: Installation): NatsPermissions {
  const { prefix, api } = namesOf(installation)
  const names = queueNames(prefix, queue)
  return {
    publish: [
      names.tasks('*'),
      names.job('*'),
      // Replies to other processes of the service.
      inboxOf(user),
      ...queueCalls.map((call) => `${api}.${call}.${names.stream}`),
      ...consumerSubjects(api, names.stream, names.consumer),
    ],
    subscribe: [names.job('*')],
  }
}

/**
 * Subjects to create, read and acknowledge a durable consumer. The subject of the create call may end with
 * the filter of the consumer.
 */
const consumerSubjects = (api: string, of: string, consumer: string): readonly string[] => [
  `${api}.CONSUMER.INFO.${of}.${consumer}`,
  `${api}.CONSUMER.CREATE.${of}.${consumer}`,
  `${api}.CONSUMER.CREATE.${of}.${consumer}.>`,
  `${api}.CONSUMER.DURABLE.CREATE.${of}.${consumer}`,
  `${api}.CONSUMER.MSG.NEXT.${of}.${consumer}`,
  `$JS.ACK.${of}.${consumer}.>`,
]

/** Reads every event, publishes none, and manages JetStream, including other streams of the account. */
export function operatorPermissions(installation: Installation = {}): NatsPermissions {
  const { prefix, api } = namesOf(installation)
  return { publish: [`${api}.>`, '$JS.ACK.>'], subscribe: [`${prefix}.>`, inboxOf(operatorOf(prefix))] }
}

/** Reads events directly, or by one durable consumer with the user's name; publishes no events. */
export function readerPermissions(user: string, installation: Installation = {}): NatsPermissions {
  const { prefix, stream, api } = namesOf(installation)
  return {
    publish: [
      `${api}.INFO`,
      `${api}.STREAM.INFO.${stream}`,
      ...consumerSubjects(api, stream, user),
      `${api}.CONSUMER.DELETE.${stream}.${user}`,
    ],
    subscribe: [`${prefix}.>`, inboxOf(user)],
  }
}
