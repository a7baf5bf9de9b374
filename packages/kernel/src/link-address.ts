/** UTF-16 units. */
const addressLimit = 2_000

/** Whether a text is the address of a link that readers see: an http(s) or mailto URL. */
export const isLinkAddress = (text: string): boolean =>
  text.length <= addressLimit &&
  /^(https?:\/\/|mailto:)[^\s<>"'`\p{Cc}\p{Cs}]+$/iu.test(text) &&
  URL.canParse(text)
