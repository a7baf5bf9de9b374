/** What each NATS user may publish and subscribe to: least privilege, in one account. */
import { type EventService, eventUse } from '@typecase/contracts/event-users'
import { inboxPrefix } from '../events/jetstream-connection.ts'
import { queueNames } from '../work-queue/index.ts'

export interface NatsPermissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

const stream = 'TYPECASE'
const inboxOf = (user: string): string => `${inboxPrefix(user)}.>`

export const userOf = (service: EventService): string => `typecase-${service}`
export const operatorUser = 'typecase-operator'

/** The service's own events and dead letters, its own consumers, and its work queue. */
export function servicePermissions(service: EventService): NatsPermissions {
  const { consumers, queue, updatesStream } = eventUse[service]
  const work = queue === undefined ? { publish: [], subscribe: [] } : queuePermissions(queue, userOf(service))
  return {
    publish: [
      `typecase.${service}.>`,
      ...consumers.map((consumer) => `typecase.dead.${consumer}`),
      `$JS.API.STREAM.INFO.${stream}`,
      // Refused by the server when the stream exists with other settings.
      `$JS.API.STREAM.CREATE.${stream}`,
      ...(updatesStream ? [`$JS.API.STREAM.UPDATE.${stream}`] : []),
      ...consumers.flatMap((consumer) => consumerSubjects(stream, consumer)),
      ...work.publish,
    ],
    subscribe: [inboxOf(userOf(service)), ...work.subscribe],
  }
}

/** Of the queue's stream; its one user may update it, which raises its replicas. */
const queueCalls = ['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.MSG.GET', 'STREAM.MSG.DELETE']

/** Tickets, questions and answers of one queue; taking tickets back deletes messages. */
function queuePermissions(queue: string, user: string): NatsPermissions {
  const names = queueNames('typecase', queue)
  return {
    publish: [
      names.tickets('*'),
      names.job('*'),
      // The answers to the other processes of the service.
      inboxOf(user),
      ...queueCalls.map((call) => `$JS.API.${call}.${names.stream}`),
      ...consumerSubjects(names.stream, names.consumer),
    ],
    subscribe: [names.job('*')],
  }
}

/** Creates one durable consumer of that name, reads by it and acknowledges. The filter is the tail of a creation's subject. */
const consumerSubjects = (of: string, consumer: string): readonly string[] => [
  `$JS.API.CONSUMER.INFO.${of}.${consumer}`,
  `$JS.API.CONSUMER.CREATE.${of}.${consumer}`,
  `$JS.API.CONSUMER.CREATE.${of}.${consumer}.>`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${of}.${consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${of}.${consumer}`,
  `$JS.ACK.${of}.${consumer}.>`,
]

/** All of JetStream's management and every event, but no event of its own. */
export const operatorPermissions: NatsPermissions = {
  publish: ['$JS.API.>', '$JS.ACK.>'],
  subscribe: ['typecase.>', inboxOf(operatorUser)],
}

/** Reads events directly, or by one durable consumer that has the user's name; publishes nothing. */
export const readerPermissions = (user: string): NatsPermissions => ({
  publish: [
    '$JS.API.INFO',
    `$JS.API.STREAM.INFO.${stream}`,
    ...consumerSubjects(stream, user),
    `$JS.API.CONSUMER.DELETE.${stream}.${user}`,
  ],
  subscribe: ['typecase.>', inboxOf(user)],
})
