/** The nonce with which the gateway lets this document add styles: those that libraries make while it runs. */
export const nonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
