import type { Settings } from '@typecase/contracts/messages'
import {
  baseUrlError,
  invalid,
  isAdmin,
  isAppError,
  languageError,
  outputDirError,
  pageTokens,
  permalinkError,
  postTokens,
  siteUrlError,
  timeZoneError,
} from '@typecase/kernel'
import { z } from 'zod'
import { ok } from '../reply.ts'
import { settings, toSettings } from '../shapes/settings.ts'
import { type Call, route } from '../table.ts'
import { filteredAnswer, filteredBody } from './content-input.ts'
import { flag, ruled, string, success } from './schemas.ts'
import { refuseUnknownImages, siteIdentity } from './site-identity.ts'

const group = 'Settings'

const upTo = (most: number) => {
  const message = `Must be a whole number from 1 to ${most}`
  return z.int({ error: message }).min(1, message).max(most, message)
}
const changedSettings = z.object(
  {
    siteTitle: string().optional(),
    siteDescription: string().optional(),
    postsPerPage: upTo(100).optional(),
    activeTheme: string().min(1, 'Must not be empty').optional(),
    footerCode: string().optional(),
    siteUrl: ruled(siteUrlError).optional(),
    staticOutputDir: ruled(outputDirError).optional(),
    staticBaseUrl: ruled(baseUrlError).optional(),
    staticCleanUrls: flag().optional(),
    staticAutoPublish: flag().optional(),
    allowRawHtml: flag().optional(),
    rssEntryLimit: upTo(1000).optional(),
    siteLanguage: ruled(languageError).optional(),
    siteTimezone: ruled(timeZoneError).optional(),
    permalinkPost: ruled((pattern) => permalinkError(pattern, postTokens)).optional(),
    permalinkPage: ruled((pattern) => permalinkError(pattern, pageTokens)).optional(),
    redirectPages: flag().optional(),
    ...siteIdentity,
  },
  { error: 'The body must be an object' },
)

/**
 * Rejects an output folder that cannot contain a site, because visitors would then see no site. Skips callers
 * who are not administrators, because the content service rejects their change.
 */
async function rejectUnusableFolder(
  { services, actor }: Pick<Call<unknown, unknown, unknown>, 'services' | 'actor'>,
  outputDir: string | undefined,
  stored: Pick<Settings, 'staticOutputDir'>,
) {
  if (outputDir === undefined || !isAdmin(actor) || stored.staticOutputDir === outputDir) return
  try {
    await services.publisher.checkOutputDir({ outputDir })
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'invalid') throw error
    throw invalid([{ path: 'staticOutputDir', message: error.message }])
  }
}

export const settingsRoutes = [
  route({
    method: 'GET',
    path: '/api/settings',
    access: 'user',
    group,
    summary: 'Read the site settings',
    answers: { 200: success({ data: settings }) },
    async handler(call) {
      const { services } = call
      const [stored, active] = await Promise.all([
        services.content.getSettings({}),
        services.themes.getActiveTheme({}),
      ])
      return ok({ data: await filteredAnswer(call, 'api_settings', toSettings(stored, active.name)) })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/settings',
    access: 'user',
    group,
    summary: 'Change site settings',
    description:
      'All or nothing. Only admins can change `staticOutputDir`, `allowRawHtml`, `permalinkPost` and `permalinkPage`.',
    body: changedSettings,
    answers: { 200: success({ data: settings.partial() }) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async handler(call) {
      const { services, hooks, hookRequest, siteFolder } = call
      const { activeTheme, ...body } = await filteredBody(
        call,
        'api_update_settings',
        changedSettings,
        call.body,
      )
      const names = Object.keys(body)
      if (body.siteLogo || body.siteIcon || body.staticOutputDir !== undefined) {
        const before = await services.content.getSettings({})
        await refuseUnknownImages(services, body, before)
        await rejectUnusableFolder(call, body.staticOutputDir, before)
      }
      const { socialLinks, ...others } = body
      const changes = { ...others, socialLinks: socialLinks && { links: socialLinks } }
      // Validates all settings before the theme is switched, because the two writes go to different services.
      if (activeTheme !== undefined && names.length > 0)
        await services.content.updateSettings({ ...changes, validateOnly: true })
      const theme =
        activeTheme === undefined
          ? await services.themes.getActiveTheme({})
          : await services.themes.switchTheme({ name: activeTheme })
      const stored =
        names.length > 0
          ? await services.content.updateSettings(changes)
          : await services.content.getSettings({})
      siteFolder.forget()
      const now = toSettings(stored, theme.name)
      const data = Object.fromEntries(
        Object.entries(now).filter(([name]) => names.includes(name) || name === 'activeTheme'),
      )
      await hooks.act('settings_updated', data, hookRequest)
      if (activeTheme !== undefined) await hooks.act('theme_switched', { name: theme.name }, hookRequest)
      return ok({ data })
    },
  }),
]
