export interface RunningSystem {
  readonly apiUrl: string
  readonly siteUrl: string
  /** Undefined when there is no web interface. */
  readonly adminUrl?: string | undefined
  readonly dataFolder: string
  /** Set when this start made the first administrator; `password` only when it was made up. */
  readonly administrator?: { readonly username: string; readonly password?: string } | undefined
}

/** Tells the operator where everything is, and a made-up password this once. `ms` is the age of the process. */
export function announce(say: (line: string) => void, system: RunningSystem, ms: number): void {
  say('')
  say(`Typecase is ready (${(ms / 1000).toFixed(1)} s).`)
  say('')
  if (system.adminUrl) say(`  Admin  ${system.adminUrl}`)
  say(`  API    ${system.apiUrl}/api/docs`)
  say(`  Site   ${system.siteUrl}`)
  say(`  Data   ${system.dataFolder}`)
  const { administrator } = system
  if (administrator) {
    say('')
    say(`  Administrator   ${administrator.username}`)
    if (administrator.password) say(`  Password        ${administrator.password}   (shown only this once)`)
  }
  say('')
  say('Stop with Ctrl-C.')
}
