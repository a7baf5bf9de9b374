/** A string of the interface in every language, in the order of `languages`. A missing one does not compile. */
export type Message = readonly [english: string, german: string]
export type Messages = Readonly<Record<string, Message>>
