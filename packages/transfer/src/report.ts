/** A note of an import about changed or lost data. */
export interface Note {
  /** Stable code in kebab case, such as `shortcode-kept`. */
  readonly code: string
  /** The item or file that the note is about. */
  readonly subject: string
  readonly message: string
}

export interface NoteGroup {
  readonly code: string
  readonly count: number
  /** The first notes only; `count` is the number of all notes. */
  readonly notes: readonly Note[]
}

export interface Report {
  /** Counts by kind: `posts`, `pages`, `media`, `menu`, `users`, `redirects`, `comments`, `members`. */
  readonly counts: Readonly<Record<string, number>>
  /** Data that is imported in another format. */
  readonly warnings: readonly NoteGroup[]
  /** Data that is not imported. */
  readonly losses: readonly NoteGroup[]
}

export interface Reporter {
  count(kind: string, by?: number): void
  warn(code: string, subject: string, message: string): void
  lose(code: string, subject: string, message: string): void
  report(): Report
}

/** Maximum notes per code. */
const notesPerCode = 200

export function createReporter(): Reporter {
  const counts = new Map<string, number>()
  const warnings = new Map<string, { count: number; notes: Note[] }>()
  const losses: typeof warnings = new Map()
  const add = (to: typeof warnings, note: Note): void => {
    const group = to.get(note.code) ?? { count: 0, notes: [] }
    group.count += 1
    if (group.notes.length < notesPerCode) group.notes.push(note)
    to.set(note.code, group)
  }
  const groups = (of: typeof warnings): NoteGroup[] =>
    [...of].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, group]) => ({ code, ...group }))
  return {
    count(kind, by = 1) {
      if (by > 0) counts.set(kind, (counts.get(kind) ?? 0) + by)
    },
    warn: (code, subject, message) => add(warnings, { code, subject, message }),
    lose: (code, subject, message) => add(losses, { code, subject, message }),
    report: () => ({
      counts: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      warnings: groups(warnings),
      losses: groups(losses),
    }),
  }
}
