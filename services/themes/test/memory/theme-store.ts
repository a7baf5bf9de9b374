import { themeActive, themeNotFound } from '../../src/core/errors.ts'
import type { ThemeFact } from '../../src/core/events.ts'
import type { ThemeReader, ThemeStore, ThemeWriter } from '../../src/core/ports.ts'
import type { InstalledTheme, ThemeVersion } from '../../src/core/themes/theme.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface StoredVersion {
  readonly version: ThemeVersion
  /** When the version was replaced or removed; undefined while it is installed. */
  readonly retiredAt?: Date
}

interface State {
  readonly installed: ReadonlyMap<string, InstalledTheme>
  readonly versions: ReadonlyMap<string, StoredVersion>
  readonly active: string | undefined
  readonly facts: readonly (ThemeFact & { readonly revision: number })[]
}

const keyOf = (name: string, digest: string): string => `${name} ${digest}`

/** In-memory themes for tests. `facts` returns the recorded events. */
export function memoryThemeStore(
  clock: () => Date = () => new Date(),
): ThemeStore & { facts(): State['facts'] } {
  let state: State = { installed: new Map(), versions: new Map(), active: undefined, facts: [] }
  const claims = new Map<string, Date>()
  const serially = oneAtATime()
  return {
    ...reader(() => state),
    facts: () => state.facts,
    write: (work) =>
      serially(async () => {
        const draft = { current: state, facts: [] as ThemeFact[] }
        const result = await work(writer(draft, clock))
        const revision = state.facts.reduce((highest, fact) => Math.max(highest, fact.revision), 0) + 1
        state = {
          ...draft.current,
          facts: [...state.facts, ...draft.facts.map((fact) => ({ ...fact, revision }))],
        }
        return result
      }),
    claimFiles: (sha256s) =>
      serially(async () => {
        for (const sha256 of sha256s) claims.set(sha256, clock())
      }),
    prune: (before, drop) =>
      serially(async () => {
        const stored = new Set(
          [...state.installed.values()].flatMap(({ name, previous }) =>
            previous ? [keyOf(name, previous.digest)] : [],
          ),
        )
        const versions = new Map(
          [...state.versions].filter(
            ([key, { retiredAt }]) => !retiredAt || retiredAt >= before || stored.has(key),
          ),
        )
        const used = new Set(
          [...versions.values()].flatMap(({ version }) => version.files.map(({ sha256 }) => sha256)),
        )
        const unused = [...claims]
          .filter(([sha256, at]) => at < before && !used.has(sha256))
          .map(([sha256]) => sha256)
        for (const sha256 of unused) {
          await drop(sha256)
          claims.delete(sha256)
        }
        state = { ...state, versions }
        return unused.length
      }),
  }
}

const reader = (state: () => State): ThemeReader => ({
  list: async () => [...state().installed.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  find: async (name) => state().installed.get(name),
  active: async () => {
    const { active, installed } = state()
    return active === undefined ? undefined : installed.get(active)
  },
  version: async (name, digest) => state().versions.get(keyOf(name, digest))?.version,
})

function writer(draft: { current: State; facts: ThemeFact[] }, clock: () => Date): ThemeWriter {
  const change = (patch: Partial<State>) => {
    draft.current = { ...draft.current, ...patch }
  }
  const retire = (name: string, except?: string) =>
    new Map(
      [...draft.current.versions].map(([key, stored]) =>
        stored.version.name === name && stored.version.digest !== except && !stored.retiredAt
          ? [key, { ...stored, retiredAt: clock() }]
          : [key, stored],
      ),
    )
  return {
    ...reader(() => draft.current),
    save: async (theme) => {
      const versions = retire(theme.name, theme.current.digest)
      versions.set(keyOf(theme.name, theme.current.digest), { version: theme.current })
      change({ versions, installed: new Map(draft.current.installed).set(theme.name, theme) })
    },
    remove: async (name) => {
      if (draft.current.active === name) throw themeActive()
      const installed = new Map(draft.current.installed)
      installed.delete(name)
      change({ installed, versions: retire(name) })
    },
    activate: async (name) => {
      if (!draft.current.installed.has(name)) throw themeNotFound(name)
      change({ active: name })
    },
    record: async (fact) => {
      draft.facts.push(fact)
    },
  }
}
