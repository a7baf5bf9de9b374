import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { itemQuery, maxSuggestions, pagesQuery, postsQuery } from '../api/queries.ts'
import type { Kind, ListItem } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { noClientFilter, useTyped } from './use-typed.ts'

/** An address such as `/`, or a post or page by id. */
export type PageReference = { readonly path: string } | { readonly kind: Kind; readonly id: string }

interface PagePickerProps {
  readonly value: PageReference
  readonly onChange: (reference: PageReference) => void
  /** Also accepts addresses of generated pages, such as lists. */
  readonly takesAddresses?: boolean
}

interface Option {
  readonly value: string
  readonly label: string
}

const nameOf = (reference: PageReference): string =>
  'path' in reference ? reference.path : `${reference.kind}/${reference.id}`

function referenceNamed(name: string): PageReference {
  const [, kind, id] = /^(posts|pages)\/(.+)$/.exec(name) ?? []
  return id ? { kind: kind as Kind, id } : { path: name }
}

/** Returns the path of a typed or pasted address, or undefined for a title search. */
function pathIn(typed: string): string | undefined {
  const text = typed.trim()
  if (text.startsWith('/')) return text
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined
}

const matching = (search: string, options: readonly Option[]): readonly Option[] =>
  options.filter(({ label }) => label.toLocaleLowerCase().includes(search.toLocaleLowerCase()))

/** Selects the home page, or a published post or page by title. The server searches the posts. */
export function PagePicker({ value, onChange, takesAddresses = false }: PagePickerProps) {
  const t = useT()
  const home = { value: '/', label: t('picker.home') }
  const lists = takesAddresses
    ? [
        home,
        { value: '/blog/', label: t('picker.blog') },
        { value: '/categories/', label: t('picker.categories') },
      ]
    : [home]
  const selected = useSelected(value, lists)
  const { typed, search, isCurrent, setTyped } = useTyped(selected.label)
  const found = useQuery(postsQuery({ status: 'published', search, limit: maxSuggestions }))
  const pages =
    useQuery(pagesQuery).data?.data.filter(({ frontmatter: { status } }) => status === 'published') ?? []
  const items = (kind: Kind, list: readonly ListItem[]) =>
    list.map(({ frontmatter: { id, title } }) => ({ value: nameOf({ kind, id }), label: title }))
  const path = takesAddresses ? pathIn(typed) : undefined
  const isNew = path !== undefined && path !== selected.value && lists.every((list) => list.value !== path)
  const groups = [
    { group: t('picker.address'), items: isNew ? [{ value: path, label: path }] : [] },
    { group: t('picker.lists'), items: matching(search, lists) },
    { group: t('nav.posts'), items: items('posts', found.data?.data ?? []) },
    { group: t('nav.pages'), items: matching(search, items('pages', pages)).slice(0, maxSuggestions) },
  ].map(({ group, items: all }) => ({ group, items: [...all] }))
  const isOffered = groups.some((group) => group.items.some((item) => item.value === selected.value))
  // The selected option must be in the data, or the field shows no text.
  const kept = { group: t('picker.chosen'), items: isOffered ? [] : [selected] }
  return (
    <Select
      label={t('picker.page')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={
        isCurrent && !found.isFetching
          ? t(takesAddresses ? 'picker.nothingOrAddress' : 'picker.nothing')
          : undefined
      }
      data={[kept, ...groups].filter(({ items: all }) => all.length > 0)}
      filter={
        search === ''
          ? noClientFilter
          : ({ options }) => options.filter((each) => 'group' in each && each.group !== kept.group)
      }
      value={selected.value}
      onSearchChange={setTyped}
      onChange={(name) => name && onChange(referenceNamed(name))}
    />
  )
}

function useSelected(reference: PageReference, lists: readonly Option[]): Option {
  const { kind, id } = 'path' in reference ? { kind: 'posts' as const, id: '' } : reference
  const title = useQuery({ ...itemQuery(kind, id), enabled: id !== '' }).data?.title
  const value = nameOf(reference)
  if ('path' in reference) return lists.find((list) => list.value === value) ?? { value, label: value }
  return { value, label: title ?? '…' }
}
