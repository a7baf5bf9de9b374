import type { MenuFact, ThemeFact } from './events.ts'
import type { MarketplaceTheme } from './marketplace/marketplace-theme.ts'
import type { Menu } from './menu/menu.ts'
import type { InstalledTheme, ThemeVersion } from './themes/theme.ts'
import type { ThemeError } from './themes/theme-error.ts'

export interface ThemeReader {
  /** Sorted by name. */
  list(): Promise<readonly InstalledTheme[]>
  find(name: string): Promise<InstalledTheme | undefined>
  /** The active theme; undefined only before the first theme is activated. */
  active(): Promise<InstalledTheme | undefined>
  /** Finds a version. Also finds replaced and removed versions until they are pruned. */
  version(name: string, digest: string): Promise<ThemeVersion | undefined>
}

export interface ThemeWriter extends ThemeReader {
  /**
   * Adds or replaces a theme. A replaced version stays readable until it is pruned. `prune` keeps the version
   * that is `previous` of its theme.
   */
  save(theme: InstalledTheme): Promise<void>
  /** Removes a theme. Its versions stay readable until they are pruned. @throws THEME_ACTIVE */
  remove(name: string): Promise<void>
  /** @throws THEME_NOT_FOUND */
  activate(name: string): Promise<void>
  /**
   * Stores the event with the change. All themes share one increasing revision, which also survives the
   * removal of a theme.
   */
  record(fact: ThemeFact): Promise<void>
}

export interface ThemeStore extends ThemeReader {
  /**
   * Runs `work` in a transaction. Transactions of all replicas run one after the other. If `work` throws,
   * nothing is stored.
   */
  write<T>(work: (tx: ThemeWriter) => Promise<T>): Promise<T>
  /** Marks contents as used now, so that `prune` with an earlier date keeps them. */
  claimFiles(sha256s: readonly string[]): Promise<void>
  /**
   * Deletes versions that were replaced or removed before that instant, except `previous` versions, and
   * contents that no version uses. Calls `drop` for each of these contents and returns their number.
   */
  prune(before: Date, drop: (sha256: string) => Promise<void>): Promise<number>
}

export interface MenuWriter {
  /** Locks the menu until `work` ends. */
  readForUpdate(): Promise<Menu>
  save(menu: Menu): Promise<void>
  record(fact: MenuFact): Promise<void>
}

export interface MenuStore {
  /** The menu. It is empty and has revision 0 before the first change. */
  read(): Promise<Menu>
  /** Runs `work` in a transaction. If `work` throws, nothing is stored. */
  write<T>(work: (tx: MenuWriter) => Promise<T>): Promise<T>
}

/** File contents by hash. */
export interface ThemeFiles {
  /** Idempotent. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** Yields the contents in chunks of any size, read on demand. */
  read(sha256: string): AsyncIterable<Uint8Array>
  /** Deleting missing contents succeeds. */
  delete(sha256: string): Promise<void>
}

/** The contents of a package. */
export interface UnpackedTheme {
  /** False if the bytes are not a readable archive. Then only `problems` has entries. */
  readonly readable: boolean
  /** Contents by path. Paths do not include an enclosing folder. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** All folders, including empty ones, without a trailing slash. */
  readonly folders: ReadonlySet<string>
  readonly problems: readonly ThemeError[]
  /** Probable mistakes, which do not prevent installation. Empty if a template does not parse. */
  readonly warnings: readonly ThemeError[]
}

export interface PackageReader {
  /**
   * Unpacks an untrusted ZIP in another process and checks the syntax of its templates. Returns the errors of
   * an invalid package.
   * @throws TOO_MANY_UPLOADS if the queue is full
   */
  read(zip: Uint8Array): Promise<UnpackedTheme>
}

export interface TemplateTrial {
  /**
   * Compiles all templates and renders sample pages in another process. Returns all errors.
   * @throws TOO_MANY_UPLOADS if the queue is full
   */
  run(files: ReadonlyMap<string, Uint8Array>): Promise<readonly ThemeError[]>
}

export interface BundledTheme {
  readonly name: string
  /** Contents by path in the package. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The package as a ZIP. */
  pack(): Uint8Array
}

export interface BundledThemes {
  /** All themes that ship with the product, sorted by name. */
  list(): Promise<readonly BundledTheme[]>
}

export interface Marketplace {
  /** `bundled`, or the URL of the catalogue. */
  readonly source: string
  /** @throws MARKETPLACE_UNAVAILABLE */
  themes(): Promise<readonly MarketplaceTheme[]>
  /** Categories of the catalogue; undefined if it has none. @throws MARKETPLACE_UNAVAILABLE */
  categories(): Promise<readonly string[] | undefined>
  /**
   * Downloads the package, and verifies the hash if the catalogue has one.
   * @throws MARKETPLACE_PACKAGE_INVALID
   */
  download(theme: MarketplaceTheme): Promise<Uint8Array>
}

/** Hex. */
export type Sha256 = (bytes: Uint8Array) => string

export interface Ports {
  readonly themes: ThemeStore
  readonly menus: MenuStore
  readonly files: ThemeFiles
  readonly packages: PackageReader
  readonly trial: TemplateTrial
  readonly bundled: BundledThemes
  readonly marketplace: Marketplace
  readonly sha256: Sha256
  readonly clock: () => Date
}
