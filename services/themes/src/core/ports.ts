import type { MenuFact, ThemeFact } from './events.ts'
import type { MarketplaceTheme } from './marketplace/marketplace-theme.ts'
import type { Menu } from './menu/menu.ts'
import type { InstalledTheme, ThemeVersion } from './themes/theme.ts'
import type { ThemeError } from './themes/theme-error.ts'

export interface ThemeReader {
  /** Sorted by name. */
  list(): Promise<readonly InstalledTheme[]>
  find(name: string): Promise<InstalledTheme | undefined>
  /** The active theme; undefined only before the first one is installed. */
  active(): Promise<InstalledTheme | undefined>
  /** Also a replaced or removed version, until it is pruned. */
  version(name: string, digest: string): Promise<ThemeVersion | undefined>
}

export interface ThemeWriter extends ThemeReader {
  /**
   * Adds or replaces the theme of that name. A replaced version stays readable until it is pruned, `previous`
   * as long as the theme refers to it.
   */
  save(theme: InstalledTheme): Promise<void>
  /** Its versions stay readable until they are pruned. @throws THEME_ACTIVE */
  remove(name: string): Promise<void>
  /** @throws THEME_NOT_FOUND */
  activate(name: string): Promise<void>
  /** Stores the event with the change. `revision` increases over all themes, removed ones included. */
  record(fact: ThemeFact): Promise<void>
}

export interface ThemeStore extends ThemeReader {
  /**
   * Runs `work` in a transaction; writes are serialized over all replicas, so what `work` reads stays true
   * until it ends. If it throws, neither rows nor events are stored.
   */
  write<T>(work: (tx: ThemeWriter) => Promise<T>): Promise<T>
  /** Marks contents as about to be used: they are not pruned for the time given to `prune`. */
  claimFiles(sha256s: readonly string[]): Promise<void>
  /**
   * Deletes versions replaced or removed before that instant, except those kept for a rollback, and contents
   * that no version uses and no installer has claimed since. Calls `drop` once per unused content. Returns
   * the number of dropped contents.
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
  /** Empty with revision 0 before the first change. */
  read(): Promise<Menu>
  /** Runs `work` in a transaction. If it throws, neither the menu nor events are stored. */
  write<T>(work: (tx: MenuWriter) => Promise<T>): Promise<T>
}

/** File contents by hash. */
export interface ThemeFiles {
  /** Idempotent. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** Chunks of any size, read on demand. */
  read(sha256: string): AsyncIterable<Uint8Array>
  /** Deleting missing contents succeeds. */
  delete(sha256: string): Promise<void>
}

/** The contents of a package. */
export interface UnpackedTheme {
  /**
   * False if the bytes are not an archive or must not be read; then `problems` has the reason and the rest is
   * empty.
   */
  readonly readable: boolean
  /** By path, without an enclosing folder. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** All folders, including empty ones, without a trailing slash. */
  readonly folders: ReadonlySet<string>
  readonly problems: readonly ThemeError[]
  /** Probable mistakes that do not prevent installation; empty if a template does not parse. */
  readonly warnings: readonly ThemeError[]
}

export interface PackageReader {
  /**
   * Unpacks an untrusted ZIP within limits in another process and checks the syntax of its templates. An
   * invalid package is a result, not an exception. @throws TOO_MANY_UPLOADS if the queue is full
   */
  read(zip: Uint8Array): Promise<UnpackedTheme>
}

export interface TemplateTrial {
  /**
   * Compiles all templates and renders every kind of page of a sample site with the limits of a generation,
   * in another process. Returns all errors. @throws TOO_MANY_UPLOADS if the queue is full
   */
  run(files: ReadonlyMap<string, Uint8Array>): Promise<readonly ThemeError[]>
}

export interface BundledTheme {
  readonly name: string
  /** By path in the package. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The package as a ZIP. */
  pack(): Uint8Array
}

export interface BundledThemes {
  /** Every theme that ships with the product, by name. */
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
   * The package, verified against the hash of the catalogue if there is one. @throws
   * MARKETPLACE_PACKAGE_INVALID
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
