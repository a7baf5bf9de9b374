export interface ProfileLink {
  readonly title: string
  readonly url: string
}

/** What readers of the site see of a user; the API leaves out what was never set. */
export interface Profile {
  readonly displayName?: string | null
  readonly bio?: string | null
  /** Id of a media file. */
  readonly avatar?: string | null
  readonly links?: readonly ProfileLink[]
}
