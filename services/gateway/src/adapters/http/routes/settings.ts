import { z } from 'zod'
import { ok } from '../reply.ts'
import { settings, toSettings } from '../shapes/settings.ts'
import { route } from '../table.ts'
import { filteredBody } from './content-input.ts'
import { success } from './schemas.ts'

const group = 'Settings'

const isAbsoluteUrl = (value: string): boolean => /^https?:\/\/[^\s/?#\\]\S*$/i.test(value) && URL.canParse(value)
const isOutputDir = (value: string): boolean =>
  value.length <= 200 && value.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part))

const string = () => z.string({ error: 'Must be a string' })
const flag = () => z.boolean({ error: 'Must be true or false' })
const changedSettings = z.object(
  {
    siteTitle: string().optional(),
    siteDescription: string().optional(),
    postsPerPage: z
      .int({ error: 'Must be a whole number from 1 to 100' })
      .min(1, 'Must be a whole number from 1 to 100')
      .max(100, 'Must be a whole number from 1 to 100')
      .optional(),
    activeTheme: string().min(1, 'Must not be empty').optional(),
    footerCode: string().optional(),
    siteUrl: string()
      .refine((value) => value === '' || isAbsoluteUrl(value), 'Must be an absolute http(s) URL or empty')
      .optional(),
    staticOutputDir: string().refine(isOutputDir, 'Must be a relative path without . and ..').optional(),
    staticBaseUrl: string()
      .refine(
        (value) => value === '' || isAbsoluteUrl(value) || /^\/(?![/\\])[^\s\\]*$/.test(value),
        'Must be an absolute http(s) URL, a path from / or empty',
      )
      .optional(),
    staticCleanUrls: flag().optional(),
    staticAutoPublish: flag().optional(),
    allowRawHtml: flag().optional(),
  },
  { error: 'The body must be an object' },
)

export const settingsRoutes = [
  route({
    method: 'GET',
    path: '/api/settings',
    access: 'user',
    group,
    summary: 'Read the site settings',
    answers: { 200: success({ data: settings }) },
    async handler({ services, hooks, hookRequest }) {
      const [stored, active] = await Promise.all([services.content.getSettings({}), services.themes.getActiveTheme({})])
      return ok({ data: await hooks.filter('api_settings', toSettings(stored, active.name), hookRequest) })
    },
  }),

  route({
    method: 'PUT',
    path: '/api/settings',
    access: 'user',
    group,
    summary: 'Change site settings',
    description: 'All or nothing. `staticOutputDir` and `allowRawHtml` are for admins.',
    body: changedSettings,
    answers: { 200: success({ data: settings.partial() }) },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async handler(call) {
      const { services, hooks, hookRequest, siteFolder } = call
      const { activeTheme, ...changes } = await filteredBody(call, 'api_update_settings', changedSettings, call.body)
      const names = Object.keys(changes)
      // Themes are another service's: all that can be refused is refused before the first of the two writes.
      if (activeTheme !== undefined && names.length > 0) await services.content.updateSettings({ ...changes, validateOnly: true })
      const theme =
        activeTheme === undefined ? await services.themes.getActiveTheme({}) : await services.themes.switchTheme({ name: activeTheme })
      const stored = names.length > 0 ? await services.content.updateSettings(changes) : await services.content.getSettings({})
      if (changes.staticOutputDir !== undefined) siteFolder.forget()
      const now = toSettings(stored, theme.name)
      const data = Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name) || name === 'activeTheme'))
      await hooks.act('settings_updated', data, hookRequest)
      if (activeTheme !== undefined) await hooks.act('theme_switched', { name: theme.name }, hookRequest)
      return ok({ data })
    },
  }),
]
