import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pagesQuery, postsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

/** A place of the site: `/` and other addresses as they are, else something that is written. */
export type Place = { readonly path: string } | { readonly kind: Kind; readonly id: string }

interface PagePickerProps {
  readonly value: Place
  readonly onChange: (place: Place) => void
  /** Also pages that nobody writes, by their address. */
  readonly takesAddresses?: boolean
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

/** One page of the site, by its title: the home page, the newest thousand posts that are published, all pages. */
export function PagePicker({ value, onChange, takesAddresses = false }: PagePickerProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const posts = useQuery(postsQuery({ status: 'published', limit: 1000 })).data?.data ?? []
  const pages = useQuery(pagesQuery).data?.data.filter(({ frontmatter: { status } }) => status === 'published') ?? []
  const items = (kind: Kind, list: typeof posts) =>
    list.map(({ frontmatter: { id, title } }) => ({ value: nameOf({ kind, id }), label: title }))
  const home = { value: '/', label: t('picker.home') }
  const lists = takesAddresses
    ? [home, { value: '/blog/', label: t('picker.blog') }, { value: '/categories/', label: t('picker.categories') }]
    : [home]
  const path = takesAddresses ? pathIn(typed) : undefined
  const known = new Set(lists.map((list) => list.value))
  const addresses = [...new Set([path, 'path' in value ? value.path : undefined])].filter(
    (address): address is string => address !== undefined && !known.has(address),
  )
  return (
    <Select
      label={t('picker.page')}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
      nothingFoundMessage={t(takesAddresses ? 'picker.nothingOrAddress' : 'picker.nothing')}
      data={[
        ...(addresses.length > 0
          ? [{ group: t('picker.address'), items: addresses.map((address) => ({ value: address, label: address })) }]
          : []),
        { group: t('picker.lists'), items: lists },
        { group: t('nav.posts'), items: items('posts', posts) },
        { group: t('nav.pages'), items: items('pages', pages) },
      ]}
      limit={60}
      value={nameOf(value)}
      onSearchChange={setTyped}
      onChange={(name) => name && onChange(placeNamed(name))}
    />
  )
}
