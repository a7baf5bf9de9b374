import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { menuChanged } from '../events.ts'
import type { Ports } from '../ports.ts'
import {
  addItem,
  deleteItem,
  type Menu,
  type MenuItem,
  type MenuItemFields,
  reorderItems,
  replaceItems,
  updateItem,
} from './menu.ts'

type Change = (items: readonly MenuItem[]) => readonly MenuItem[]

/** Locks the menu, changes it and saves it with its event. If `change` throws, nothing is saved. */
async function changeMenu({ menus }: Pick<Ports, 'menus'>, actor: Actor, change: Change): Promise<Menu> {
  requireEditor(actor)
  return menus.write(async (tx) => {
    const before = await tx.readForUpdate()
    const menu = { items: change(before.items), revision: before.revision + 1 }
    await tx.save(menu)
    await tx.record(menuChanged(menu))
    return menu
  })
}

/** Returns the menu, also to anonymous callers. */
export const getMenu =
  ({ menus }: Pick<Ports, 'menus'>) =>
  (): Promise<Menu> =>
    menus.read()

/** Replaces the whole menu with the items in this order, or changes nothing. @throws VALIDATION_ERROR */
export const replaceMenu =
  (ports: Pick<Ports, 'menus'>) => (actor: Actor, items: readonly MenuItemFields[]) =>
    changeMenu(ports, actor, () => replaceItems(items))

/** Appends the item, and derives its id from the title if absent. @throws VALIDATION_ERROR or DUPLICATE_ID */
export const addMenuItem = (ports: Pick<Ports, 'menus'>) => (actor: Actor, item: MenuItemFields) =>
  changeMenu(ports, actor, (items) => addItem(items, item))

/** @throws MENU_ITEM_NOT_FOUND or VALIDATION_ERROR */
export const updateMenuItem =
  (ports: Pick<Ports, 'menus'>) =>
  (actor: Actor, id: string, changes: MenuItemFields, clear: readonly string[]) =>
    changeMenu(ports, actor, (items) => updateItem(items, id, changes, clear))

/** Deletes an item. Its children move to its parent. @throws MENU_ITEM_NOT_FOUND */
export const deleteMenuItem = (ports: Pick<Ports, 'menus'>) => (actor: Actor, id: string) =>
  changeMenu(ports, actor, (items) => deleteItem(items, id))

/** Reorders the menu. `orderedIds` must contain the id of each item once. @throws VALIDATION_ERROR */
export const reorderMenu = (ports: Pick<Ports, 'menus'>) => (actor: Actor, orderedIds: readonly string[]) =>
  changeMenu(ports, actor, (items) => reorderItems(items, orderedIds))
