import { z } from 'zod'
import { created, ok } from '../reply.ts'
import {
  changelog,
  installedTheme,
  marketplaceTheme,
  themeUpdate,
  toChangelog,
  toInstalledTheme,
  toThemeUpdate,
} from '../shapes/theme.ts'
import { type Call, route } from '../table.ts'
import { oneOf, success, text } from './schemas.ts'

const group = 'Marketplace'
const errors = ['MARKETPLACE_UNAVAILABLE']
const packageErrors = [
  'NOT_FOUND',
  'THEME_INVALID',
  'MARKETPLACE_PACKAGE_INVALID',
  'TOO_MANY_UPLOADS',
  ...errors,
]
/** Milliseconds. The limits are high, because catalogues and packages are downloaded over the internet. */
const readMs = 20_000
const installMs = 60_000

const named = z.object(
  {
    themeName: z
      .string({ error: 'themeName must be a string' })
      .min(1, 'themeName is required')
      .max(200, 'themeName is too long'),
  },
  { error: 'The body must be an object' },
)

export const marketplaceRoutes = [
  route({
    method: 'GET',
    path: '/api/themes/marketplace',
    access: 'user',
    group,
    summary: 'List the themes of the marketplace',
    query: z.object({
      search: text().optional(),
      category: text().optional(),
      sort: oneOf(['name', 'date', 'version']).optional(),
    }),
    deadlineMs: readMs,
    answers: { 200: success({ data: z.array(marketplaceTheme), total: z.int(), source: z.string() }) },
    errors,
    async handler({ services, query }) {
      const { themesJson, total, source } = await services.themes.listMarketplace(query, {
        deadlineMs: readMs,
      })
      return ok({ data: themesJson.map((json) => JSON.parse(json)), total, source })
    },
  }),

  route({
    method: 'GET',
    path: '/api/themes/marketplace/categories',
    access: 'user',
    group,
    summary: 'Categories of the marketplace',
    deadlineMs: readMs,
    answers: { 200: success({ data: z.array(z.string()) }) },
    errors,
    async handler({ services }) {
      const { categories } = await services.themes.listMarketplaceCategories({}, { deadlineMs: readMs })
      return ok({ data: categories })
    },
  }),

  route({
    method: 'POST',
    path: '/api/themes/marketplace/install',
    access: 'user',
    group,
    summary: 'Install a theme from the marketplace',
    description: 'Installs the newest version of the theme, or the given one of its `versions`.',
    body: named.extend({
      version: z.string({ error: 'version must be a string' }).max(50, 'version is too long').optional(),
    }),
    deadlineMs: installMs,
    answers: {
      201: success({
        data: installedTheme,
        message: z.string(),
        themeCount: z.int(),
        isAvailable: z.boolean(),
      }),
    },
    errors: ['THEME_EXISTS', ...packageErrors],
    async handler({ services, body }) {
      const { theme, themeCount } = await services.themes.installMarketplaceTheme(
        { name: body.themeName, version: body.version },
        { deadlineMs: installMs },
      )
      const data = toInstalledTheme(theme)
      return created({ data, message: `Theme ${data.name} installed`, themeCount, isAvailable: true })
    },
  }),

  route({
    method: 'GET',
    path: '/api/themes/marketplace/check-updates',
    access: 'user',
    group,
    summary: 'List available updates of installed themes',
    deadlineMs: readMs,
    answers: {
      200: success({
        data: z.array(themeUpdate),
        hasUpdates: z.boolean(),
        totalInstalled: z.int(),
        checkedAt: z.iso.datetime(),
      }),
    },
    errors,
    async handler({ services }) {
      const { updates, totalInstalled } = await services.themes.checkThemeUpdates({}, { deadlineMs: readMs })
      return ok({
        data: updates.map(toThemeUpdate),
        hasUpdates: updates.length > 0,
        totalInstalled,
        checkedAt: new Date().toISOString(),
      })
    },
  }),

  route({
    method: 'POST',
    path: '/api/themes/marketplace/update',
    access: 'user',
    group,
    summary: 'Update a theme from the marketplace',
    body: named,
    deadlineMs: installMs,
    answers: { 200: success({ data: installedTheme, message: z.string(), changelog: z.array(z.string()) }) },
    errors: ['UP_TO_DATE', ...packageErrors],
    async handler({ services, body }) {
      const { theme, changelog: changes } = await services.themes.updateMarketplaceTheme(
        { name: body.themeName },
        { deadlineMs: installMs },
      )
      const data = toInstalledTheme(theme)
      return ok({ data, message: `Theme ${data.name} updated`, changelog: changes })
    },
  }),

  route({
    method: 'GET',
    path: '/api/themes/marketplace/changelog/{themeName}',
    access: 'user',
    group,
    summary: 'The changelog of a theme',
    description:
      'Newest first. For a theme that the marketplace lacks, returns the changelog of its own theme.json.',
    deadlineMs: readMs,
    answers: { 200: success({ data: changelog }) },
    errors: ['NOT_FOUND', ...errors],
    handler: (call) => answerChangelog(call, { name: call.params.themeName }),
  }),

  route({
    method: 'GET',
    path: '/api/themes/marketplace/changelog/{themeName}/{version}',
    access: 'user',
    group,
    summary: 'The changelog of one version of a theme',
    deadlineMs: readMs,
    answers: { 200: success({ data: changelog }) },
    errors: ['NOT_FOUND', ...errors],
    handler: (call) => answerChangelog(call, { name: call.params.themeName, version: call.params.version }),
  }),
]

const answerChangelog = async (
  { services }: Call<unknown, unknown, unknown>,
  asked: { name: string; version?: string },
) => ok({ data: toChangelog(await services.themes.getThemeChangelog(asked, { deadlineMs: readMs })) })
