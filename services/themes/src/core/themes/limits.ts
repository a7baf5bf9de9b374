/** Limits of a theme package (contract.md#theme-package-limits). Sizes in bytes. */
export interface PackageLimits {
  readonly packed: number
  readonly unpacked: number
  readonly files: number
  readonly fileSize: number
  /** Maximum ratio of unpacked to packed bytes of the archive; applies above `ratioFrom` unpacked bytes. */
  readonly ratio: number
  readonly ratioFrom: number
  /**
   * Processor time per package. The wall-clock limit is ten times as long, because the machine may be busy.
   */
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
