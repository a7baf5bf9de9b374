/** The generated message types under one roof: `Post` is what arrives, `PostInput` is what is sent. */
export type * from './generated/messages.ts'
