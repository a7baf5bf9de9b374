import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { explanationQuery } from '../api/queries.ts'
import { ContentLink } from './entry-link.tsx'

/** Link to the content of a file of the site; the file's own address for lists and feeds. */
export function SiteFileLink({ file }: { readonly file: string }) {
  const entry = useQuery(explanationQuery(`/${file}`)).data?.entry
  if (!entry) return <Code>{`/${file.replace(/(^|\/)index\.html$/, '$1')}`}</Code>
  return <ContentLink to={`/${entry.kind}s/${entry.id}`} title={entry.title} />
}
