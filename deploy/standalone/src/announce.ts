export interface RunningSystem {
  readonly apiUrl: string
  readonly siteUrl: string
  /** Undefined without a web interface. */
  readonly adminUrl?: string | undefined
  readonly dataFolder: string
  /** Set when this start created the first administrator; `password` only if it was generated. */
  readonly administrator?: { readonly username: string; readonly password?: string } | undefined
}

/** Prints addresses, and once a generated password. `ms` is the age of the process. */
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
