/** Offsets in a body, in UTF-16 units; `end` does not count. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** An image that a body shows, with the places that its removal or a new text concern. */
export interface EmbeddedImage {
  /** The url, decoded. */
  readonly src: string
  /** What goes with it: the image, or the link that has nothing else in it. */
  readonly own: Range
  /** The figure it stands in. */
  readonly figure?: Range
  readonly alt: TextSpot
  /** The caption of the figure it stands in, if it has one. */
  readonly caption?: TextSpot
}

/** A place that holds a text. */
export interface TextSpot {
  readonly range: Range
  /** Decoded: what a reader gets. */
  readonly text: string
  /** The source for the range that shows that text there, escaped for the place. */
  write(text: string): string
}

export interface Edit extends Range {
  readonly text: string
}

/** The body with the edits made; edits that lie in another are left out, and equal ranges count once. */
export function withEdits(body: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue
    result += body.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + body.slice(at)
}

/**
 * The removal of those images. A figure goes as a whole when every image in it goes; else only the images go, so that
 * no other file loses its place.
 */
export function removalOf(
  all: readonly EmbeddedImage[],
  isRemoved: (image: EmbeddedImage) => boolean,
): Edit[] {
  const same = (a: Range, b: Range) => a.start === b.start && a.end === b.end
  return all.filter(isRemoved).map(({ own, figure }) => {
    const whole =
      figure && all.every((other) => !other.figure || !same(other.figure, figure) || isRemoved(other))
    return { start: whole ? figure.start : own.start, end: whole ? figure.end : own.end, text: '' }
  })
}
