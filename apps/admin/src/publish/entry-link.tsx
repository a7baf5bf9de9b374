import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { itemQuery } from '../api/queries.ts'
import type { GenerationError } from '../api/types.ts'

/** Links to a post or page. Shows its title, or its id while the title loads and for deleted items. */
export function EntryLink({ type, id }: NonNullable<GenerationError['entry']>) {
  const kind = type === 'post' ? 'posts' : 'pages'
  const title = useQuery(itemQuery(kind, id)).data?.title
  return <ContentLink to={`/${kind}/${id}`} title={title ?? id} />
}

interface ContentLinkProps {
  readonly to: string
  readonly title: string
}

export function ContentLink({ to, title }: ContentLinkProps) {
  return (
    <Anchor component={Link} to={to} size="xs" underline="always">
      {title}
    </Anchor>
  )
}
