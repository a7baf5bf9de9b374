/** What an extension may know of the request. */
export interface HookRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Absent for the anonymous. */
  readonly user?: { readonly id: string; readonly username: string; readonly role: string }
}
