/** The texts of a string in the order of `languages`. A missing one is a type error. */
export type Message = readonly [english: string, german: string]
export type Messages = Readonly<Record<string, Message>>
