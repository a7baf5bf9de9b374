/** One log line for a person: the time of day, how bad it is, which service, what, and why. */

/** Fields that the line has said already, or that only programs look for. */
const unsaid = new Set(['level', 'time', 'service', 'name', 'msg', 'requestId', 'trace', 'error', 'err'])
const longest = 300

/** The readable form of a line that is a JSON log entry; any other line stays as it is. */
export function readableLine(line: string): string {
  const entry = entryOf(line)
  if (!entry) return line
  const error = entry.error ?? entry.err
  const more = Object.entries(entry).filter(([name]) => !unsaid.has(name))
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

/** The messages of an error and its causes, each once. */
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

/** Of an error that nobody foresaw, where it came from: the one thing that a person needs beyond the sentence. */
function placeOf(error: unknown): string {
  const stack = typeof error === 'object' && error !== null ? (error as Entry).stack : undefined
  const place =
    typeof stack === 'string'
      ? stack.split('\n').find((at) => /^\s+at /.test(at) && !/node:|node_modules/.test(at))
      : undefined
  return place ? ` ${place.trim()}` : ''
}

/** A name that a client sent may hold escape sequences, which a terminal would obey. */
const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd')

function oneLine(text: string): string {
  // Cut first: a run of blanks takes the pattern quadratic time.
  const flat = text.slice(0, 10 * longest).replaceAll(/\s*[\n\r]+\s*/g, ' ')
  return flat.length > longest ? `${flat.slice(0, longest)} …` : flat
}
