/** CSP nonce of this document, for styles that libraries add at run time. */
export const nonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
