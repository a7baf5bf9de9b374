/** What a theme package may be at most (contract.md#theme-package-limits). Sizes in bytes. */
export interface PackageLimits {
  readonly packed: number
  readonly unpacked: number
  readonly files: number
  readonly fileSize: number
  /** Unpacked bytes for a packed one, of the whole archive; one that unpacks to less than `ratioFrom` may exceed it. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Processor time for reading one package. On the clock ten times as much, because a busy machine is no error of a package. */
  readonly milliseconds: number
}

const MiB = 1024 * 1024

export const packageLimits: PackageLimits = {
  packed: 20 * MiB,
  unpacked: 100 * MiB,
  files: 2000,
  fileSize: 10 * MiB,
  ratio: 100,
  ratioFrom: 20 * MiB,
  milliseconds: 5000,
}
