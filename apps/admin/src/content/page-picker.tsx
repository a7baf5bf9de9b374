import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { itemQuery, maxSuggestions, pagesQuery, postsQuery } from '../api/queries.ts'
import type { Kind, ListItem } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { noClientFilter, useTyped } from './use-typed.ts'

/** `/` and other addresses, or a post or page by id. */
export type Place = { readonly path: string } | { readonly kind: Kind; readonly id: string }

interface PagePickerProps {
  readonly value: Place
  readonly onChange: (place: Place) => void
  /** Also accepts addresses of generated pages, such as lists. */
  readonly takesAddresses?: boolean
}

interface Option {
  readonly value: string
  readonly label: string
}

const nameOf = (place: Place): string => ('path' in place ? place.path : `${place.kind}/${place.id}`)

function placeNamed(name: string): Place {
  const [, kind, id] = /^(posts|pages)\/(.+)$/.exec(name) ?? []
  return id ? { kind: kind as Kind, id } : { path: name }
}

/** The path part of a typed or pasted address; undefined for a title search. */
function pathIn(typed: string): string | undefined {
  const text = typed.trim()
  if (text.startsWith('/')) return text
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined
}

const matching = (search: string, options: readonly Option[]): readonly Option[] =>
  options.filter(({ label }) => label.toLocaleLowerCase().includes(search.toLocaleLowerCase()))

/** Picks one published page by title: the home page, a post or a page. The server searches the posts. */
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
  const chosen = useChosen(value, lists)
  const { typed, search, isCurrent, setTyped } = useTyped(chosen.label)
  const found = useQuery(postsQuery({ status: 'published', search, limit: maxSuggestions }))
  const pages =
    useQuery(pagesQuery).data?.data.filter(({ frontmatter: { status } }) => status === 'published') ?? []
  const items = (kind: Kind, list: readonly ListItem[]) =>
    list.map(({ frontmatter: { id, title } }) => ({ value: nameOf({ kind, id }), label: title }))
  const path = takesAddresses ? pathIn(typed) : undefined
  const isNew = path !== undefined && path !== chosen.value && lists.every((list) => list.value !== path)
  const groups = [
    { group: t('picker.address'), items: isNew ? [{ value: path, label: path }] : [] },
    { group: t('picker.lists'), items: matching(search, lists) },
    { group: t('nav.posts'), items: items('posts', found.data?.data ?? []) },
    { group: t('nav.pages'), items: matching(search, items('pages', pages)).slice(0, maxSuggestions) },
  ].map(({ group, items: all }) => ({ group, items: [...all] }))
  const isOffered = groups.some((group) => group.items.some((item) => item.value === chosen.value))
  // The selected option must be in the data, or the field shows no text.
  const kept = { group: t('picker.chosen'), items: isOffered ? [] : [chosen] }
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
      value={chosen.value}
      onSearchChange={setTyped}
      onChange={(name) => name && onChange(placeNamed(name))}
    />
  )
}

function useChosen(place: Place, lists: readonly Option[]): Option {
  const { kind, id } = 'path' in place ? { kind: 'posts' as const, id: '' } : place
  const title = useQuery({ ...itemQuery(kind, id), enabled: id !== '' }).data?.title
  const value = nameOf(place)
  if ('path' in place) return lists.find((list) => list.value === value) ?? { value, label: value }
  return { value, label: title ?? '…' }
}
