import { z } from 'zod'
import { created, ok } from '../reply.ts'
import { menuItem, toMenuItem } from '../shapes/theme.ts'
import { route } from '../table.ts'
import { clearable, listOf, success, texts } from './schemas.ts'

const group = 'Menu'
const maxItems = 1000
const done = success({ message: z.string() })

/** Checks types only; the themes service validates the values (contract.md#menu). */
const optionalText = () => z.string({ error: 'Must be a string' }).optional()
const itemObject = { error: 'Must be a menu item' }
const itemFields = {
  title: optionalText(),
  url: optionalText(),
  parent: clearable(),
  class: clearable(),
  target: clearable(),
}
const newItem = z.object({ id: clearable(), ...itemFields }, itemObject)
const changedItem = z.object(itemFields, itemObject)
const replacement = z
  .array(newItem, { error: 'The body must be an array of menu items' })
  .max(maxItems, `A menu has at most ${maxItems} items`)

/** Converts a new item. Null counts as absent, and so do an empty id and an empty parent. */
const toFields = ({ id, title, url, parent, class: name, target }: z.infer<typeof newItem>) => ({
  id: id || undefined,
  title,
  url,
  parent: parent || undefined,
  class: name ?? undefined,
  target: target ?? undefined,
})

export const menuRoutes = [
  route({
    method: 'GET',
    path: '/api/menu',
    access: 'public',
    group,
    summary: 'Read the menu',
    answers: { 200: listOf(menuItem) },
    async handler({ services }) {
      const { items } = await services.themes.getMenu({})
      return ok({ data: items.map(toMenuItem), total: items.length, limit: null, offset: 0 })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/menu',
    access: 'user',
    group,
    summary: 'Replace the menu',
    description: 'All or nothing. The order of the array is the order of the menu.',
    body: replacement,
    answers: { 200: done },
    async handler({ services, body }) {
      await services.themes.replaceMenu({ items: body.map(toFields) })
      return ok({ message: 'Menu updated' })
    },
  }),

  route({
    method: 'POST',
    path: '/api/menu',
    access: 'user',
    group,
    summary: 'Add a menu item',
    description: 'Appends the item. Without an id, one is derived from the title.',
    body: newItem,
    answers: { 201: done },
    errors: ['DUPLICATE_ID'],
    async handler({ services, body }) {
      await services.themes.addMenuItem(toFields(body))
      return created({ message: 'Menu item added' })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/menu/reorder',
    access: 'user',
    group,
    summary: 'Reorder the menu',
    body: z.object({ orderedIds: texts(maxItems) }, { error: 'The body must be an object' }),
    answers: { 200: done },
    async handler({ services, body }) {
      await services.themes.reorderMenu(body)
      return ok({ message: 'Menu reordered' })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/menu/{itemId}',
    access: 'user',
    group,
    summary: 'Change a menu item',
    description:
      'Absent fields stay unchanged. Null clears parent, class and target, and so does an empty string for parent.',
    body: changedItem,
    answers: { 200: done },
    errors: ['NOT_FOUND'],
    async handler({ services, params, body }) {
      const clear = (['parent', 'class', 'target'] as const).filter(
        (name) => body[name] === null || (name === 'parent' && body.parent === ''),
      )
      await services.themes.updateMenuItem({
        id: params.itemId,
        changes: toFields({ ...body, id: undefined }),
        clear,
      })
      return ok({ message: 'Menu item updated' })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/menu/{itemId}',
    access: 'user',
    group,
    summary: 'Delete a menu item',
    description: 'Its children move to its parent.',
    answers: { 200: done },
    errors: ['NOT_FOUND'],
    async handler({ services, params }) {
      await services.themes.deleteMenuItem({ id: params.itemId })
      return ok({ message: 'Menu item deleted' })
    },
  }),
]
