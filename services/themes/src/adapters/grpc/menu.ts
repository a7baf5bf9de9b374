import type { MenuInput } from '@typecase/contracts/messages'
import { MenuServiceDef } from '@typecase/contracts/services'
import { type Implementation, implement } from '@typecase/runtime/grpc'
import type { ThemesApp } from '../../core/app.ts'
import type { Menu } from '../../core/menu/menu.ts'

export const menuService = (app: ThemesApp): Implementation =>
  implement(MenuServiceDef, {
    getMenu: async () => toMenuMessage(await app.getMenu()),
    replaceMenu: async ({ items }, { actor }) => toMenuMessage(await app.replaceMenu(actor, items)),
    addMenuItem: async (item, { actor }) => toMenuMessage(await app.addMenuItem(actor, item)),
    updateMenuItem: async ({ id, changes, clear }, { actor }) =>
      toMenuMessage(await app.updateMenuItem(actor, id, changes ?? {}, clear)),
    deleteMenuItem: async ({ id }, { actor }) => toMenuMessage(await app.deleteMenuItem(actor, id)),
    reorderMenu: async ({ orderedIds }, { actor }) => toMenuMessage(await app.reorderMenu(actor, orderedIds)),
  })

const toMenuMessage = ({ items, revision }: Menu): MenuInput => ({
  items: items.map((item, index) => ({ ...item, order: index + 1 })),
  revision,
})
