/** Maximum length in UTF-16 units. */
const addressLimit = 2_000

/** True for an http(s) or mailto URL, which may be the target of a link. */
export const isLinkAddress = (text: string): boolean =>
  text.length <= addressLimit &&
  /^(https?:\/\/|mailto:)[^\s<>"'`\p{Cc}\p{Cs}]+$/iu.test(text) &&
  URL.canParse(text)
