import { Anchor, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pagesQuery, postsQuery, siteFileQuery } from '../api/queries.ts'
import { placeOf, placeOfFile } from '../content/place.ts'

interface SiteFileLinkProps {
  readonly file: string
  /** The file may not be there yet: then what would be its content is looked for. */
  readonly isWanted?: boolean
}

/** The way to the content that a file of the site is made of; for lists and the like its address. */
export function SiteFileLink({ file, isWanted = false }: SiteFileLinkProps) {
  const made = useQuery(siteFileQuery(file))
  const isUnknown = isWanted && made.isSuccess && made.data === null
  const wanted = useContentAt(placeOfFile(file), isUnknown)
  const content = made.data ? { to: `/${made.data.kind}s/${made.data.id}`, title: made.data.title } : wanted
  if (!content) return <Code>{`/${file.replace(/(^|\/)index\.html$/, '$1')}`}</Code>
  return (
    <Anchor component={Link} to={content.to} size="xs" underline="always">
      {content.title}
    </Anchor>
  )
}

/** What is to be published at that place, among all pages and the newest thousand posts. */
function useContentAt(place: string, enabled: boolean) {
  const posts = useQuery({ ...postsQuery({ limit: 1000, status: 'published' }), enabled }).data?.data ?? []
  const pages = (useQuery({ ...pagesQuery, enabled }).data?.data ?? []).map(({ frontmatter }) => frontmatter)
  if (!enabled) return undefined
  const page = pages.find((each) => placeOf('pages', each, pages) === place)
  if (page) return { to: `/pages/${page.id}`, title: page.title }
  const post = posts.find(({ frontmatter }) => placeOf('posts', frontmatter, pages) === place)?.frontmatter
  return post && { to: `/posts/${post.id}`, title: post.title }
}
