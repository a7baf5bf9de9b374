/** How a package travels over a pipe: a mark, the length of a JSON header in four bytes, the header, the contents of all files in its order. */
import type { UnpackedTheme } from '../../core/ports.ts'

/** Said by the reading process when it is there and begins to read. */
export const readyMark = Buffer.from('ready\n')

interface Header {
  readonly readable: boolean
  readonly problems: UnpackedTheme['problems']
  readonly warnings: UnpackedTheme['warnings']
  readonly folders: readonly string[]
  readonly files: readonly (readonly [path: string, size: number])[]
}

export function* toFrames({
  readable,
  problems,
  warnings,
  folders,
  files,
}: UnpackedTheme): Iterable<Uint8Array> {
  const sizes = [...files].map(([path, bytes]) => [path, bytes.length] as const)
  const header: Header = { readable, problems, warnings, folders: [...folders], files: sizes }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  yield length
  yield text
  yield* files.values()
}

/** What comes after the mark. @throws Error when bytes are missing or left over. */
export function fromFrames(bytes: Buffer): UnpackedTheme {
  const start = 4 + bytes.readUInt32BE(0)
  const { readable, problems, warnings, folders, files } = JSON.parse(
    bytes.subarray(4, start).toString(),
  ) as Header
  let at = start
  const contents = files.map(([path, size]) => {
    at += size
    return [path, bytes.subarray(at - size, at)] as const
  })
  if (at !== bytes.length) throw new Error('the reading of a package was cut short')
  return { readable, problems, warnings, folders: new Set(folders), files: new Map(contents) }
}
