/** Names on NATS, derived from the prefix of an installation. */

/** The default prefix; a public contract. */
export const defaultPrefix = 'typecase'

/** The event stream: `TYPECASE`, or `BLOG-A` for the prefix `blog-a`. */
export const eventStream = (prefix: string): string => prefix.toUpperCase().replace(/[^A-Z0-9_-]/g, '_')

export const natsUser = (prefix: string, service: string): string => `${prefix}-${service}`

/** Prefix of the subjects for replies to a user. Permissions hide these subjects from other users. */
export const inboxPrefix = (user: string): string => `_INBOX_${user}`

/** Prefix of the subjects of JetStream's API. */
export const apiPrefix = (domain: string | undefined): string => (domain ? `$JS.${domain}.API` : '$JS.API')
