import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { itemQuery, offered, pagesQuery, postsQuery } from '../api/queries.ts'
import type { Kind, ListItem } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { asFound, useTyped } from './use-typed.ts'

/** A place of the site: `/` and other addresses as they are, else something that is written. */
export type Place = { readonly path: string } | { readonly kind: Kind; readonly id: string }

interface PagePickerProps {
  readonly value: Place
  readonly onChange: (place: Place) => void
  /** Also pages that nobody writes, by their address. */
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

/** What somebody types or pastes of an address, from the slash on; undefined for other words. */
function pathIn(typed: string): string | undefined {
  const text = typed.trim()
  if (text.startsWith('/')) return text
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).pathname : undefined
}

const having = (search: string, options: readonly Option[]): readonly Option[] =>
  options.filter(({ label }) => label.toLocaleLowerCase().includes(search.toLocaleLowerCase()))

/** One published page of the site, by its title: the home page, any post, any page. The server searches the posts. */
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
  const { typed, search, isSettled, setTyped } = useTyped(chosen.label)
  const found = useQuery(postsQuery({ status: 'published', search, limit: offered }))
  const pages =
    useQuery(pagesQuery).data?.data.filter(({ frontmatter: { status } }) => status === 'published') ?? []
  const items = (kind: Kind, list: readonly ListItem[]) =>
    list.map(({ frontmatter: { id, title } }) => ({ value: nameOf({ kind, id }), label: title }))
  const path = takesAddresses ? pathIn(typed) : undefined
  const isNew = path !== undefined && path !== chosen.value && lists.every((list) => list.value !== path)
  const groups = [
    { group: t('picker.address'), items: isNew ? [{ value: path, label: path }] : [] },
    { group: t('picker.lists'), items: having(search, lists) },
    { group: t('nav.posts'), items: items('posts', found.data?.data ?? []) },
    { group: t('nav.pages'), items: having(search, items('pages', pages)).slice(0, offered) },
  ].map(({ group, items: all }) => ({ group, items: [...all] }))
  const isOffered = groups.some((group) => group.items.some((item) => item.value === chosen.value))
  // The chosen one stays among the data: the field would lose its text without it.
  const kept = { group: t('picker.chosen'), items: isOffered ? [] : [chosen] }
  return (
    <Select
      label={t('picker.page')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={
        isSettled && !found.isFetching
          ? t(takesAddresses ? 'picker.nothingOrAddress' : 'picker.nothing')
          : undefined
      }
      data={[kept, ...groups].filter(({ items: all }) => all.length > 0)}
      filter={
        search === ''
          ? asFound
          : ({ options }) => options.filter((each) => 'group' in each && each.group !== kept.group)
      }
      value={chosen.value}
      onSearchChange={setTyped}
      onChange={(name) => name && onChange(placeNamed(name))}
    />
  )
}

/** The chosen place with its title, wherever it is. */
function useChosen(place: Place, lists: readonly Option[]): Option {
  const { kind, id } = 'path' in place ? { kind: 'posts' as const, id: '' } : place
  const title = useQuery({ ...itemQuery(kind, id), enabled: id !== '' }).data?.title
  const value = nameOf(place)
  if ('path' in place) return lists.find((list) => list.value === value) ?? { value, label: value }
  return { value, label: title ?? '…' }
}
