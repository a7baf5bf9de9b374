import { Anchor, Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { explanationQuery, pagesQuery, postsQuery } from '../api/queries.ts'
import { placeOf, placeOfFile } from '../content/place.ts'

interface SiteFileLinkProps {
  readonly file: string
  /** The file may not be there yet, or be another's: what is to have that place is looked for first. */
  readonly isWanted?: boolean
}

/** The way to the content that a file of the site is made of; for lists and the like its address. */
export function SiteFileLink({ file, isWanted = false }: SiteFileLinkProps) {
  const wanted = useContentAt(placeOfFile(file), isWanted)
  const made = useQuery({ ...explanationQuery(`/${file}`), enabled: !isWanted || wanted === null }).data?.entry
  const content = wanted ?? (made && { to: `/${made.kind}s/${made.id}`, title: made.title })
  if (!content) return <Code>{`/${file.replace(/(^|\/)index\.html$/, '$1')}`}</Code>
  return (
    <Anchor component={Link} to={content.to} size="xs" underline="always">
      {content.title}
    </Anchor>
  )
}

/** What is to be published at that place, of all pages and the newest thousand posts; null when nothing is, undefined till that is known. */
function useContentAt(place: string, enabled: boolean) {
  const posts = useQuery({ ...postsQuery({ limit: 1000, status: 'published' }), enabled }).data?.data
  const pages = useQuery({ ...pagesQuery, enabled }).data?.data.map(({ frontmatter }) => frontmatter)
  if (!enabled || !posts || !pages) return undefined
  const page = pages.find((each) => placeOf('pages', each, pages) === place)
  if (page) return { to: `/pages/${page.id}`, title: page.title }
  const post = posts.find(({ frontmatter }) => placeOf('posts', frontmatter, pages) === place)?.frontmatter
  return post ? { to: `/posts/${post.id}`, title: post.title } : null
}
