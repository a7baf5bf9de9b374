import { useParams } from '@tanstack/react-router'
import { EditorScreen } from './editor-screen.tsx'
import type { Fields } from './fields.ts'

const nothing: Partial<Fields> = {}

export function PostEditor() {
  const { id } = useParams({ from: '/posts/$id' })
  return <EditorScreen kind="posts" id={id} initial={nothing} />
}

export function PageEditor() {
  const { id } = useParams({ from: '/pages/$id' })
  const below = new URLSearchParams(location.search).get('below')
  return (
    <EditorScreen kind="pages" id={id} initial={below && id === 'new' ? { parentPage: below } : nothing} />
  )
}
