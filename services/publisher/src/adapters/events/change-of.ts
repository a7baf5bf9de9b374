import type { TypedEvent } from '@typecase/contracts/events'
import type { Change, ChangeKind } from '../../core/reports/history/receipt.ts'

const kinds: Readonly<Record<string, ChangeKind>> = {
  post: 'post',
  page: 'page',
  settings: 'settings',
  theme: 'theme',
  menu: 'menu',
  file: 'media',
  user: 'user',
}

export function changeOf({ id, type, time, revision, data }: TypedEvent): Change {
  const [, entity = '', what = ''] = type.split('.')
  const facts: Readonly<Record<string, unknown>> = data
  const text = (name: string): string | null => (typeof facts[name] === 'string' ? facts[name] : null)
  return {
    id,
    revision,
    what,
    kind: kinds[entity] ?? 'settings',
    entityId: text('id') ?? text('name') ?? '',
    title:
      text('title') ??
      text('filename') ??
      (entity === 'settings' ? changedNames(facts.changed) : text('name')),
    slug: text('slug'),
    acceptedAt: new Date(time),
    updatedAt: text('updatedAt'),
  }
}

const changedNames = (changed: unknown): string | null =>
  Array.isArray(changed) ? changed.join(', ').slice(0, 300) : null
