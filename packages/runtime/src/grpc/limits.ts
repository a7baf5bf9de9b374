/** Largest messages between services, in bytes: whole media files travel in parts, whole lists in one message. */
export const receiveLimitBytes = 16 * 1024 * 1024
export const replyLimitBytes = 256 * 1024 * 1024
