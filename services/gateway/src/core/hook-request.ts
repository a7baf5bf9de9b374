/** The part of a request that extensions may see. */
export interface HookRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** The user; undefined for anonymous requests. */
  readonly user?: { readonly id: string; readonly username: string; readonly role: string }
}
