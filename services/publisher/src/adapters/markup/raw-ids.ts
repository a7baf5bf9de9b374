/** Ids of headings that an author wrote as HTML. */
import type GithubSlugger from 'github-slugger'
import { decodeEntities } from './entities.ts'

/** UTF-16 units of a tag: what is longer is left as it is. */
const tagLength = 1000
const heading = new RegExp(`<h[1-6]\\b[^>]{0,${tagLength}}>`, 'gi')
const idOf = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** The HTML without those that a heading before it has; headings behind it get others. A page has each id once. */
export const ownIds = (html: string, { occurrences }: GithubSlugger): string =>
  html.replace(heading, (tag) =>
    tag.replace(idOf, (attribute, double?: string, single?: string, bare?: string) => {
      const id = decodeEntities(double ?? single ?? bare ?? '')
      if (Object.hasOwn(occurrences, id)) return ''
      occurrences[id] = 0
      return attribute
    }),
  )
