/** A log line for people: time, level, service, message, reason. */

/** Fields that the line already shows, or that only programs need. */
const hidden = new Set(['level', 'time', 'service', 'name', 'msg', 'requestId', 'trace', 'error', 'err'])
const maxLength = 300

/** The readable form of a JSON log entry; other lines are returned unchanged. */
export function readableLine(line: string): string {
  const entry = entryOf(line)
  if (!entry) return line
  const error = entry.error ?? entry.err
  const more = Object.entries(entry).filter(([name]) => !hidden.has(name))
  const fields = more.map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const what = [entry.msg, ...(error === undefined ? [] : [reasonOf(error)])].filter(Boolean).join(': ')
  const id = typeof entry.requestId === 'string' && error !== undefined ? [`request ${entry.requestId}`] : []
  const rest = [...fields, ...id].join(' ')
  const head = [
    timeOf(entry.time),
    String(entry.level ?? '').padEnd(5),
    String(entry.service ?? '').padEnd(9),
    what,
  ].join('  ')
  return withoutControls(oneLine(rest ? `${head}  (${rest})` : head) + placeOf(error))
}

type Entry = Readonly<Record<string, unknown>>

function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}

const timeOf = (time: unknown): string => {
  const at = new Date(String(time))
  return Number.isNaN(at.getTime()) ? '' : at.toTimeString().slice(0, 8)
}

/** Messages of an error and its causes, without repetitions. */
function reasonOf(error: unknown): string {
  const messages: string[] = []
  for (
    let at = error;
    at !== undefined && at !== null;
    at = typeof at === 'object' ? (at as Entry).cause : undefined
  ) {
    const message =
      typeof at === 'object'
        ? String((at as Entry).message || (at as Entry).code || (at as Entry).type || '')
        : String(at)
    if (message && !messages.includes(message)) messages.push(message)
  }
  return messages.join(': ')
}

/** The first stack frame outside of Node and packages. Only unexpected errors have a stack. */
function placeOf(error: unknown): string {
  const stack = typeof error === 'object' && error !== null ? (error as Entry).stack : undefined
  const place =
    typeof stack === 'string'
      ? stack.split('\n').find((at) => /^\s+at /.test(at) && !/node:|node_modules/.test(at))
      : undefined
  return place ? ` ${place.trim()}` : ''
}

/** Replaces control characters, because text sent by clients may contain escape sequences. */
const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')

function oneLine(text: string): string {
  // Truncates the text first, because the pattern takes quadratic time for a long run of spaces.
  const flat = text.slice(0, 10 * maxLength).replaceAll(/\s*[\n\r]+\s*/g, ' ')
  return flat.length > maxLength ? `${flat.slice(0, maxLength)} …` : flat
}
