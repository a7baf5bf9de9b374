/** Names on NATS that begin with the prefix of an installation. */

/** Of an installation that has no other; a public contract. */
export const defaultPrefix = 'typecase'

/** The stream of events: `TYPECASE`, or `BLOG-A` of the prefix `blog-a`. */
export const eventStream = (prefix: string): string => prefix.toUpperCase().replace(/[^A-Z0-9_-]/g, '_')

/** The NATS user of a service. */
export const natsUser = (prefix: string, service: string): string => `${prefix}-${service}`

/** Answers go to an inbox of the user, so that permissions can keep other users from reading them. */
export const inboxPrefix = (user: string): string => `_INBOX_${user}`

/** First words of the subjects of JetStream's API. */
export const apiPrefix = (domain: string | undefined): string => (domain ? `$JS.${domain}.API` : '$JS.API')
