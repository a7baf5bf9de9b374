/** The texts of a message, in the order of `languages`. A missing text is a type error. */
export type Message = readonly [english: string, german: string]
export type Messages = Readonly<Record<string, Message>>
