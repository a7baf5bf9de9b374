import { useParams } from '@tanstack/react-router'
import type { EditorFields } from './editor-fields.ts'
import { EditorScreen } from './editor-screen.tsx'

const nothing: Partial<EditorFields> = {}

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
