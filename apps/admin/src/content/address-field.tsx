import { Autocomplete, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { maxSuggestions, pagesQuery, postsQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { flatTree, pageTree } from './tree.ts'
import { noClientFilter, useTyped } from './use-typed.ts'

interface AddressFieldProps {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (address: string) => void
}

/** Accepts any address; suggests pages and posts of the site by title. The server searches the posts. */
export function AddressField({ label, description, value, onChange }: AddressFieldProps) {
  const t = useT()
  const { search, setTyped } = useTyped()
  const isAddress = /^(?:[/#]|[a-z]+:)/i.test(search)
  const query = search.toLocaleLowerCase()
  const pages = (useQuery(pagesQuery).data?.data ?? []).map(({ frontmatter }) => frontmatter)
  const found = useQuery({
    ...postsQuery({ status: 'published', search, limit: maxSuggestions }),
    enabled: !isAddress,
  })
  const posts = isAddress ? [] : (found.data?.data ?? []).map(({ frontmatter }) => frontmatter)
  const paths = new Map(flatTree(pageTree(pages)).map(({ node }) => [node.page.id, node.path]))
  const matching = [
    { value: '/', title: t('picker.home') },
    { value: '/blog/', title: t('picker.blog') },
    { value: '/categories/', title: t('picker.categories') },
    ...pages.map(({ id, slug, title }) => ({ value: `${paths.get(id) ?? `/page/${slug}`}/`, title })),
  ].filter((option) => `${option.title} ${option.value}`.toLocaleLowerCase().includes(query))
  const titles = new Map(
    [
      ...matching.slice(0, maxSuggestions),
      ...posts.map(({ slug, title }) => ({ value: `/post/${slug}/`, title })),
    ].map((option) => [option.value, option.title]),
  )
  return (
    <Autocomplete
      label={label}
      description={description}
      required
      data={[...titles.keys()]}
      value={value}
      onChange={(address) => {
        setTyped(address)
        onChange(address)
      }}
      onFocus={() => setTyped('')}
      filter={noClientFilter}
      renderOption={({ option }) => (
        <div className="breakable">
          <Text size="sm">{titles.get(option.value)}</Text>
          <Text size="xs" c="dimmed">
            {option.value}
          </Text>
        </div>
      )}
    />
  )
}
