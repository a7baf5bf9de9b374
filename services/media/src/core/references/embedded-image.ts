/** Offsets in a body in UTF-16 units; `end` is exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** An image in a body, with the ranges for its removal and for new texts. */
export interface EmbeddedImage {
  /** The decoded URL. */
  readonly src: string
  /** Range to remove: the image, or the link that contains only the image. */
  readonly own: Range
  readonly figure?: Range
  readonly alt: TextSpot
  /** The caption of the figure around the image, if any. */
  readonly caption?: TextSpot
}

export interface TextSpot {
  readonly range: Range
  /** Decoded. */
  readonly text: string
  /** Returns the escaped source text that shows `text` if it replaces this range. */
  write(text: string): string
}

export interface Edit extends Range {
  readonly text: string
}

/** Applies the edits. Ignores duplicates and edits inside the range of another edit. */
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
 * Edits that remove the images. Removes a whole figure if all its images are removed, otherwise only the
 * images.
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
