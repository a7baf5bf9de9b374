/** The texts of a message, in the order of `languages` in i18n.ts. A missing text is a type error. */
export type Message = readonly [english: string, german: string]
export type Messages = Readonly<Record<string, Message>>
