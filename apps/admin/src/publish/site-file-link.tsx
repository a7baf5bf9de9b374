import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { explanationQuery } from '../api/queries.ts'
import { ContentLink } from './entry-link.tsx'

/** The way to the content that a file of the site is made of; for lists and the like its address. */
export function SiteFileLink({ file }: { readonly file: string }) {
  const made = useQuery(explanationQuery(`/${file}`)).data?.entry
  if (!made) return <Code>{`/${file.replace(/(^|\/)index\.html$/, '$1')}`}</Code>
  return <ContentLink to={`/${made.kind}s/${made.id}`} title={made.title} />
}
