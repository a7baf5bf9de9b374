/** The generated message types: `Post` is received, `PostInput` is sent. */
export type * from './generated/messages.ts'
