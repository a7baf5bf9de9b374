import type { MenuFact, ThemeFact } from './events.ts'
import type { MarketplaceTheme } from './marketplace/marketplace-theme.ts'
import type { Menu } from './menu/menu.ts'
import type { ThemeFault } from './themes/fault.ts'
import type { InstalledTheme, ThemeVersion } from './themes/theme.ts'

export interface ThemeReader {
  /** By name. */
  list(): Promise<readonly InstalledTheme[]>
  find(name: string): Promise<InstalledTheme | undefined>
  /** The theme that the site uses; undefined only before the first one was installed. */
  active(): Promise<InstalledTheme | undefined>
  /** Also one that was replaced or removed, until it is swept. */
  version(name: string, digest: string): Promise<ThemeVersion | undefined>
}

export interface ThemeWriter extends ThemeReader {
  /** Adds or replaces the theme of that name; a replaced version stays readable, `previous` as long as the theme names it. */
  save(theme: InstalledTheme): Promise<void>
  /** Its versions stay readable. @throws THEME_ACTIVE for the active theme, whoever forgot to ask. */
  remove(name: string): Promise<void>
  /** @throws THEME_NOT_FOUND unless a theme of that name is installed. */
  activate(name: string): Promise<void>
  /** Kept exactly if the change is. Facts carry a revision that grows over all themes, removed ones included. */
  record(fact: ThemeFact): Promise<void>
}

export interface ThemeStore extends ThemeReader {
  /**
   * Runs work in one transaction, alone: over all replicas one such work follows the other, so what it reads stays true until it
   * ends. Throwing keeps nothing, neither rows nor facts.
   */
  write<T>(work: (tx: ThemeWriter) => Promise<T>): Promise<T>
  /** Says that these contents are about to be used: they are not swept for the time that `sweep` is given. */
  claimFiles(sha256s: readonly string[]): Promise<void>
  /**
   * Forgets versions replaced or removed before that instant, those kept for a rollback excepted, and contents that no version uses and nobody claimed since. `drop` is
   * called once for each such content, never for one in use. Answers how many were dropped.
   */
  sweep(before: Date, drop: (sha256: string) => Promise<void>): Promise<number>
}

export interface MenuWriter {
  /** Nobody else changes the menu until the work ends. */
  readForUpdate(): Promise<Menu>
  save(menu: Menu): Promise<void>
  record(fact: MenuFact): Promise<void>
}

export interface MenuStore {
  /** Empty, revision 0, before the first change. */
  read(): Promise<Menu>
  /** Runs work in one transaction. Throwing keeps nothing, neither the menu nor facts. */
  write<T>(work: (tx: MenuWriter) => Promise<T>): Promise<T>
}

/** Contents of files by their hash. */
export interface ThemeFiles {
  /** Writing what is there already changes nothing. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** In pieces of any size, as the reader asks for them. */
  read(sha256: string): AsyncIterable<Uint8Array>
  /** Deleting what is not there is no error. */
  delete(sha256: string): Promise<void>
}

/** What a package turned out to hold. */
export interface UnpackedTheme {
  /** False when the bytes are no archive or one that must not be read; then `problems` says why and the rest is empty. */
  readonly readable: boolean
  /** By path, one enclosing folder stripped. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Every folder, those without files included; no slash at the end. */
  readonly folders: ReadonlySet<string>
  /** Faults of the archive and syntax errors of templates. */
  readonly problems: readonly ThemeFault[]
  /** What is probably wrong and no reason to refuse the package; empty where a template does not parse. */
  readonly warnings: readonly ThemeFault[]
}

export interface PackageReader {
  /**
   * Unpacks a ZIP that may be hostile, within the limits, away from this process, and checks the syntax of its templates.
   * A bad package is an answer, not an error. @throws TOO_MANY_UPLOADS when too many wait already.
   */
  read(zip: Uint8Array): Promise<UnpackedTheme>
}

export interface TemplateTrial {
  /**
   * Compiles all templates of a package and renders every kind of page of a small site with them, as a generation would, away from this
   * process and within its limits. Answers all that went wrong. @throws TOO_MANY_UPLOADS when too many wait already.
   */
  run(files: ReadonlyMap<string, Uint8Array>): Promise<readonly ThemeFault[]>
}

export interface BundledTheme {
  /** Its folder. */
  readonly name: string
  /** By path, as the package has them. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The package. */
  pack(): Uint8Array
}

export interface BundledThemes {
  /** Every theme that comes with the product, by name. */
  list(): Promise<readonly BundledTheme[]>
}

export interface Marketplace {
  /** `bundled`, or the catalogue's URL. */
  readonly source: string
  /** What the catalogue offers now. @throws MARKETPLACE_UNAVAILABLE. */
  themes(): Promise<readonly MarketplaceTheme[]>
  /** The catalogue's own categories, undefined when it has none. @throws MARKETPLACE_UNAVAILABLE. */
  categories(): Promise<readonly string[] | undefined>
  /** The package, its hash checked where the catalogue names one. @throws MARKETPLACE_PACKAGE_INVALID. */
  download(theme: MarketplaceTheme): Promise<Uint8Array>
}

/** SHA-256, hex. */
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
