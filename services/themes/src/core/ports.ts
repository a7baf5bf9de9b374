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
  /** Includes replaced and removed versions until they are pruned. */
  version(name: string, digest: string): Promise<ThemeVersion | undefined>
}

export interface ThemeWriter extends ThemeReader {
  /**
   * Adds or replaces a theme. A replaced version is readable until it is pruned, `previous` while referenced.
   */
  save(theme: InstalledTheme): Promise<void>
  /** Removed versions are readable until they are pruned. @throws THEME_ACTIVE */
  remove(name: string): Promise<void>
  /** @throws THEME_NOT_FOUND */
  activate(name: string): Promise<void>
  /** Stores the event with the change. `revision` increases over all themes, removed ones included. */
  record(fact: ThemeFact): Promise<void>
}

export interface ThemeStore extends ThemeReader {
  /** Runs `work` in a transaction, serialized over all replicas. If it throws, nothing is stored. */
  write<T>(work: (tx: ThemeWriter) => Promise<T>): Promise<T>
  /** Protects contents from `prune` for its period. */
  claimFiles(sha256s: readonly string[]): Promise<void>
  /**
   * Deletes versions replaced or removed before that instant, except `previous` ones, and unused contents.
   * Calls `drop` once per content and returns their number.
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
  /** Runs `work` in a transaction. If it throws, nothing is stored. */
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
  /** False if the bytes are no readable archive; then only `problems` has content. */
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
   * Unpacks an untrusted ZIP in another process and checks the syntax of its templates. An invalid package is
   * a result.
   * @throws TOO_MANY_UPLOADS if the queue is full
   */
  read(zip: Uint8Array): Promise<UnpackedTheme>
}

export interface TemplateTrial {
  /**
   * Compiles all templates and renders sample pages in another process; returns all errors.
   * @throws TOO_MANY_UPLOADS if the queue is full
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
  /** The package, verified against the hash of the catalogue. @throws MARKETPLACE_PACKAGE_INVALID */
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
