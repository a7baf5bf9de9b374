export interface RunningSystem {
  readonly apiUrl: string
  readonly siteUrl: string
  /** Undefined if there is no web interface. */
  readonly adminUrl?: string | undefined
  readonly dataFolder: string
  /** Set if this start created the first administrator; has `password` only if the password was generated. */
  readonly administrator?: { readonly username: string; readonly password?: string } | undefined
}

/** Prints the addresses and a generated password, which is printed only once. `ms` is the process uptime. */
export function announce(print: (line: string) => void, system: RunningSystem, ms: number): void {
  print('')
  print(`Typecase is ready (${(ms / 1000).toFixed(1)} s).`)
  print('')
  if (system.adminUrl) print(`  Admin  ${system.adminUrl}`)
  print(`  API    ${system.apiUrl}/api/docs`)
  print(`  Site   ${system.siteUrl}`)
  print(`  Data   ${system.dataFolder}`)
  const { administrator } = system
  if (administrator) {
    print('')
    print(`  Administrator   ${administrator.username}`)
    if (administrator.password) print(`  Password        ${administrator.password}   (shown only this once)`)
  }
  print('')
  print('Stop with Ctrl-C.')
}
