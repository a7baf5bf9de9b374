import type { UploadThemeRequestInput } from '@typecase/contracts/messages'
import { z } from 'zod'
import { bodyMismatch } from '../../../core/errors.ts'
import { created, ok } from '../reply.ts'
import {
  installedTheme,
  theme,
  themeWarning,
  toInstalledTheme,
  toTheme,
  toThemeWarning,
} from '../shapes/theme.ts'
import { route } from '../table.ts'
import { type UploadedPart, uploadedPart } from '../upload.ts'
import { jsonString, listOf, success } from './schemas.ts'

const group = 'Themes'
/** contract.md#theme-package-limits: 20 MiB packed. */
const maxPackageBytes = 20 * 1024 * 1024

const uploaded = success({ data: installedTheme, message: z.string(), warnings: z.array(themeWarning) })

export const themeRoutes = [
  route({
    method: 'GET',
    path: '/api/themes',
    access: 'user',
    group,
    summary: 'List installed themes',
    answers: { 200: listOf(theme) },
    async handler({ services }) {
      const { themes } = await services.themes.listThemes({})
      return ok({ data: themes.map(toTheme), total: themes.length, limit: null, offset: 0 })
    },
  }),

  route({
    method: 'GET',
    path: '/api/themes/active',
    access: 'public',
    group,
    summary: 'The active theme',
    answers: { 200: success({ data: theme }) },
    async handler({ services }) {
      return ok({ data: toTheme(await services.themes.getActiveTheme({})) })
    },
  }),

  route({
    method: 'GET',
    path: '/api/themes/{themeName}',
    access: 'user',
    group,
    summary: 'Read a theme',
    answers: { 200: success({ data: theme }) },
    errors: ['NOT_FOUND'],
    async handler({ services, params }) {
      return ok({ data: toTheme(await services.themes.getTheme({ name: params.themeName })) })
    },
  }),

  route({
    method: 'POST',
    path: '/api/themes/switch/{themeName}',
    access: 'user',
    group,
    summary: 'Activate a theme',
    description: 'The path names the theme; a body, if sent, must be that name as a JSON string.',
    body: jsonString('The name from the path, as a JSON string', 'default'),
    bodyOptional: true,
    answers: { 200: success({ data: installedTheme }) },
    errors: ['NOT_FOUND'],
    async handler({ services, hooks, hookRequest, params, body }) {
      if (body !== undefined && body !== params.themeName)
        throw bodyMismatch('The name in the body does not match the path')
      const data = toInstalledTheme(await services.themes.switchTheme({ name: params.themeName }))
      await hooks.act('theme_switched', { name: data.name }, hookRequest)
      return ok({ data })
    },
  }),

  route({
    method: 'POST',
    path: '/api/themes/rollback/{themeName}',
    access: 'user',
    group,
    summary: 'Roll back to the previous version',
    description:
      'Restores exactly the version that the installed one replaced; a second call undoes it. If the theme is active, the site is generated again.',
    answers: { 200: success({ data: installedTheme, message: z.string() }) },
    errors: ['NOT_FOUND', 'NO_PREVIOUS_VERSION'],
    async handler({ services, params }) {
      const stored = await services.themes.rollbackTheme({ name: params.themeName })
      const data = toInstalledTheme(stored)
      return ok({ data, message: `Theme ${data.name} is version ${stored.version} again` })
    },
  }),

  route({
    method: 'POST',
    path: '/api/themes/upload',
    access: 'user',
    group,
    summary: 'Upload a theme package',
    description:
      'A ZIP. Installs the theme (201), or updates an installed theme of a lower version (200). Sample pages are rendered first; a rejected theme has its first 100 errors in `faults`, with file, line and hint. `warnings` lists probable mistakes, such as names of values that no page has.',
    upload: { field: 'theme' },
    answers: { 201: uploaded, 200: uploaded },
    errors: [
      'NO_FILE',
      'THEME_INVALID',
      'THEME_EXISTS',
      'FILE_TOO_LARGE',
      'UPLOAD_INCOMPLETE',
      'TOO_MANY_UPLOADS',
    ],
    async handler({ services, request }) {
      const part = await uploadedPart(request, 'theme', maxPackageBytes)
      const {
        theme: stored,
        installed,
        warnings: found,
      } = await services.themes.uploadTheme(packageMessages(part))
      const data = toInstalledTheme(stored)
      const warnings = found.map(toThemeWarning)
      return installed
        ? created({ data, message: `Theme ${data.name} installed`, warnings })
        : ok({ data, message: `Theme ${data.name} updated`, warnings })
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/themes/{themeName}',
    access: 'user',
    group,
    summary: 'Delete a theme',
    answers: { 200: success({ message: z.string() }) },
    errors: ['NOT_FOUND', 'THEME_ACTIVE', 'THEME_BUNDLED'],
    async handler({ services, params: { themeName } }) {
      await services.themes.deleteTheme({ name: themeName })
      return ok({ message: `Theme ${themeName} deleted` })
    },
  }),
]

async function* packageMessages(part: UploadedPart): AsyncGenerator<UploadThemeRequestInput> {
  for await (const chunk of part.chunks) yield { chunk }
  await part.fields()
  yield { done: true }
}
