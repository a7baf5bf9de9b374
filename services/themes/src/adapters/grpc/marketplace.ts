import type { ThemeUpdateInput } from '@typecase/contracts/messages'
import { MarketplaceServiceDef } from '@typecase/contracts/services'
import { type Implementation, implement } from '@typecase/runtime/grpc'
import type { ThemesApp } from '../../core/app.ts'
import type { ThemeUpdate } from '../../core/marketplace/browse-marketplace.ts'
import { publicFields } from '../../core/marketplace/marketplace-theme.ts'
import { toThemeMessage } from './themes.ts'

export const marketplaceService = (app: ThemesApp): Implementation =>
  implement(MarketplaceServiceDef, {
    listMarketplace: async ({ search, category, sort }, { actor }) => {
      const { themes, source } = await app.listMarketplace(actor, { search, category, sort })
      return {
        themesJson: themes.map((theme) => JSON.stringify(publicFields(theme))),
        total: themes.length,
        source,
      }
    },
    listMarketplaceCategories: async (_request, { actor }) => ({
      categories: [...(await app.listMarketplaceCategories(actor))],
    }),
    installMarketplaceTheme: async ({ name, version }, { actor }) => {
      const { theme, themeCount } = await app.installMarketplaceTheme(actor, name, version)
      return { theme: toThemeMessage(theme), themeCount }
    },
    checkThemeUpdates: async (_request, { actor }) => {
      const { updates, totalInstalled } = await app.checkThemeUpdates(actor)
      return { updates: updates.map(toUpdateMessage), totalInstalled }
    },
    updateMarketplaceTheme: async ({ name }, { actor }) => {
      const { theme, changelog } = await app.updateMarketplaceTheme(actor, name)
      return { theme: toThemeMessage(theme), changelog: [...changelog] }
    },
    getThemeChangelog: async ({ name, version }, { actor }) => {
      const changelog = await app.getThemeChangelog(actor, name, version)
      return {
        ...changelog,
        latestChanges: [...changelog.latestChanges],
        fullChangelog: changelog.fullChangelog.map((entry) => ({ ...entry, changes: [...entry.changes] })),
      }
    },
  })

const toUpdateMessage = ({ name, title, currentVersion, latest }: ThemeUpdate): ThemeUpdateInput => ({
  name,
  title,
  currentVersion,
  latestVersion: latest.version,
  marketplaceName: latest.marketplaceName,
  changelogJson: JSON.stringify(latest.changelog),
  updateUrl: latest.updateUrl,
})
