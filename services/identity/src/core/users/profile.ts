/** Public profile of a user (contract.md#user-profiles). */
import { isLinkAddress, type Problem } from '@typecase/kernel'

export interface ProfileLink {
  readonly title: string
  readonly url: string
}

export interface Profile {
  readonly displayName: string | null
  /** Plain text. */
  readonly bio: string | null
  /** Id of a media file; the media service checks that it exists. */
  readonly avatar: string | null
  readonly links: readonly ProfileLink[]
}

/** An absent field stays; an empty text clears a field. */
export interface ProfileChange {
  readonly displayName?: string | undefined
  readonly bio?: string | undefined
  readonly avatar?: string | undefined
  readonly links?: readonly ProfileLink[] | undefined
}

export const emptyProfile: Profile = { displayName: null, bio: null, avatar: null, links: [] }

const limits = { displayName: 100, bio: 2_000, avatar: 100, links: 10, title: 100 }

/** Errors of the given fields. */
export function profileProblems({ displayName, bio, avatar, links }: ProfileChange): Problem[] {
  return [
    ...textProblems('displayName', displayName, limits.displayName, oneLine),
    ...textProblems('bio', bio, limits.bio, manyLines),
    ...textProblems('avatar', avatar, limits.avatar, oneLine),
    ...(links ? linkProblems(links) : []),
  ]
}

/** Matches text without control characters or unpaired surrogates. */
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const manyLines = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u

function textProblems(path: string, text: string | undefined, most: number, form: RegExp): Problem[] {
  if (text === undefined) return []
  if (Array.from(text).length > most)
    return [{ path, message: `${path} must have at most ${most} characters` }]
  return form.test(text) ? [] : [{ path, message: `${path} must not contain control characters` }]
}

function linkProblems(links: readonly ProfileLink[]): Problem[] {
  if (links.length > limits.links)
    return [{ path: 'links', message: `links must have at most ${limits.links} entries` }]
  return links.flatMap(({ title, url }, index) => [
    ...(title.trim() === '' ? [{ path: `links.${index}.title`, message: 'A link needs a title' }] : []),
    ...textProblems(`links.${index}.title`, title, limits.title, oneLine),
    ...(isLinkAddress(url)
      ? []
      : [{ path: `links.${index}.url`, message: 'A link must be an http(s) or mailto address' }]),
  ])
}

export const withChange = (before: Profile, change: ProfileChange | undefined): Profile => ({
  displayName: changedText(before.displayName, change?.displayName),
  bio: changedText(before.bio, change?.bio),
  avatar: changedText(before.avatar, change?.avatar),
  links: change?.links?.map(({ title, url }) => ({ title: title.trim(), url })) ?? before.links,
})

const changedText = (before: string | null, after: string | undefined): string | null =>
  after === undefined ? before : after.trim() || null

/** API names of the fields that differ. */
export const changedInProfile = (before: Profile, after: Profile): readonly (keyof Profile)[] =>
  (['displayName', 'bio', 'avatar', 'links'] as const).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
