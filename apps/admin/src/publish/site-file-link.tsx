import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { explanationQuery } from '../api/queries.ts'
import { ContentLink } from './entry-link.tsx'

/** Links to the post or page that a file of the site shows. For lists and feeds, shows the path only. */
export function SiteFileLink({ file }: { readonly file: string }) {
  const entry = useQuery(explanationQuery(`/${file}`)).data?.entry
  if (!entry) return <Code>{`/${file.replace(/(^|\/)index\.html$/, '$1')}`}</Code>
  return <ContentLink to={`/${entry.kind}s/${entry.id}`} title={entry.title} />
}
