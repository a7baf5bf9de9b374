import {
  checkThemeUpdates,
  getThemeChangelog,
  listMarketplace,
  listMarketplaceCategories,
} from './marketplace/browse-marketplace.ts'
import { installMarketplaceTheme, updateMarketplaceTheme } from './marketplace/install-marketplace-theme.ts'
import {
  addMenuItem,
  deleteMenuItem,
  getMenu,
  reorderMenu,
  replaceMenu,
  updateMenuItem,
} from './menu/change-menu.ts'
import type { Ports } from './ports.ts'
import { deleteTheme } from './themes/delete-theme.ts'
import { installBundledThemes } from './themes/install-bundled-themes.ts'
import { pruneThemes } from './themes/prune-themes.ts'
import { getActiveTheme, getTheme, listThemes } from './themes/queries.ts'
import { readTheme } from './themes/read-theme.ts'
import { rollbackTheme } from './themes/rollback-theme.ts'
import { switchTheme } from './themes/switch-theme.ts'
import { uploadTheme } from './themes/upload-theme.ts'

/** All operations of this service. */
export const themesApp = (ports: Ports) => ({
  listThemes: listThemes(ports),
  getTheme: getTheme(ports),
  getActiveTheme: getActiveTheme(ports),
  readTheme: readTheme(ports),
  switchTheme: switchTheme(ports),
  uploadTheme: uploadTheme(ports),
  rollbackTheme: rollbackTheme(ports),
  deleteTheme: deleteTheme(ports),
  installBundledThemes: installBundledThemes(ports),
  pruneThemes: pruneThemes(ports),

  listMarketplace: listMarketplace(ports),
  listMarketplaceCategories: listMarketplaceCategories(ports),
  checkThemeUpdates: checkThemeUpdates(ports),
  getThemeChangelog: getThemeChangelog(ports),
  installMarketplaceTheme: installMarketplaceTheme(ports),
  updateMarketplaceTheme: updateMarketplaceTheme(ports),

  getMenu: getMenu(ports),
  replaceMenu: replaceMenu(ports),
  addMenuItem: addMenuItem(ports),
  updateMenuItem: updateMenuItem(ports),
  deleteMenuItem: deleteMenuItem(ports),
  reorderMenu: reorderMenu(ports),
})

export type ThemesApp = ReturnType<typeof themesApp>
