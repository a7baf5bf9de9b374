/** Maximum message sizes in bytes: media files are sent in parts, lists in one message. */
export const receiveLimitBytes = 16 * 1024 * 1024
export const replyLimitBytes = 256 * 1024 * 1024
