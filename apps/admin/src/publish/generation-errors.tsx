import { Alert, Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pagesQuery, postsQuery } from '../api/queries.ts'
import type { Frontmatter, Generation } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

/** The slug that a page of the site is called by: the last name in its path, without `index.html` and `.html`. */
export function slugOf(page: string): string | undefined {
  const names = page.split('/').filter((name) => name !== '' && name !== 'index.html')
  return names.at(-1)?.replace(/\.html$/, '')
}

/** Where templates failed, and the way to the content that they failed with. */
export function GenerationErrors({ errors }: { readonly errors: Generation['errors'] }) {
  const t = useT()
  const posts = useQuery(postsQuery({ limit: 1000, status: 'published' })).data?.data
  const pages = useQuery(pagesQuery).data?.data
  const found = useMemo(() => {
    const entry = (kind: string) => (item: { readonly frontmatter: Frontmatter }) =>
      [item.frontmatter.slug, { to: `/${kind}/${item.frontmatter.id}`, title: item.frontmatter.title }] as const
    return new Map([...(posts ?? []).map(entry('posts')), ...(pages ?? []).map(entry('pages'))])
  }, [posts, pages])
  return (
    <Alert color="red" variant="light" mt="md" role="alert" title={t('publish.errors')}>
      <List size="sm" spacing="xs">
        {errors.map(({ message, template, line, page }) => {
          const content = page ? found.get(slugOf(page) ?? '') : undefined
          return (
            <List.Item key={`${page} ${template} ${line} ${message}`}>
              {message}
              <Text size="xs" c="dimmed">
                {template && (line ? t('publish.errorAt', { template, line }) : template)} {page && t('publish.errorPage', { page })}{' '}
                {content && (
                  <Anchor component={Link} to={content.to} size="xs">
                    {content.title}
                  </Anchor>
                )}
              </Text>
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
