import type {
  ChangelogEntry,
  GetThemeChangelogReply,
  MenuItem,
  Theme,
  ThemeUpdate,
  ThemeWarning,
} from '@typecase/contracts/messages'
import { z } from 'zod'

const themeInfo = z.looseObject({
  title: z.string(),
  description: z.string(),
  version: z.string(),
  author: z.string(),
})
export const theme = z.object({
  name: z.string(),
  path: z.string(),
  info: themeInfo,
  active: z.boolean(),
  bundled: z.boolean(),
  previousVersion: z.string().nullable(),
})
export const installedTheme = z.object({ name: z.string(), info: themeInfo })
export const themeWarning = z.object({
  file: z.string(),
  line: z.int().nullable(),
  message: z.string(),
  hint: z.string().nullable(),
})
export const marketplaceTheme = z.looseObject({
  marketplaceName: z.string(),
  title: z.string(),
  version: z.string(),
  versions: z.array(z.string()),
})
export const themeUpdate = z.object({
  name: z.string(),
  title: z.string(),
  currentVersion: z.string(),
  latestVersion: z.string(),
  marketplaceName: z.string(),
  changelog: z.record(z.string(), z.array(z.string())),
  updateUrl: z.string(),
})
export const changelog = z.object({
  latestVersion: z.string(),
  installedVersion: z.string().nullable(),
  latestChanges: z.array(z.string()),
  fullChangelog: z.array(
    z.object({ version: z.string(), changes: z.array(z.string()), releaseDate: z.string().nullable() }),
  ),
  hasChanges: z.boolean(),
})
export const menuItem = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  order: z.int(),
  parent: z.string().nullable(),
  class: z.string().optional(),
  target: z.string().optional(),
})

export const toTheme = ({ name, path, infoJson, active, bundled, previousVersion }: Theme) => ({
  name,
  path,
  info: JSON.parse(infoJson),
  active,
  bundled,
  /** The version that a rollback restores. */
  previousVersion: previousVersion ?? null,
})

/** Response of activation, installation and update. */
export function toInstalledTheme(theme: Theme | null) {
  if (!theme) throw new Error('a reply without its theme')
  return { name: theme.name, info: JSON.parse(theme.infoJson) }
}

export const toThemeWarning = ({ file, line, message, hint }: ThemeWarning) => ({
  file,
  line: line ?? null,
  message,
  hint: hint ?? null,
})

export const toThemeUpdate = ({ changelogJson, ...update }: ThemeUpdate) => ({
  name: update.name,
  title: update.title,
  currentVersion: update.currentVersion,
  latestVersion: update.latestVersion,
  marketplaceName: update.marketplaceName,
  changelog: changelogJson === '' ? {} : JSON.parse(changelogJson),
  updateUrl: update.updateUrl,
})

export const toChangelog = (reply: GetThemeChangelogReply) => ({
  latestVersion: reply.latestVersion,
  installedVersion: reply.installedVersion ?? null,
  latestChanges: reply.latestChanges,
  fullChangelog: reply.fullChangelog.map(({ version, changes, releaseDate }: ChangelogEntry) => ({
    version,
    changes,
    releaseDate: releaseDate ?? null,
  })),
  hasChanges: reply.hasChanges,
})

export const toMenuItem = (item: MenuItem) => ({
  id: item.id,
  title: item.title,
  url: item.url,
  order: item.order,
  parent: item.parent ?? null,
  ...(item.class === undefined ? {} : { class: item.class }),
  ...(item.target === undefined ? {} : { target: item.target }),
})
