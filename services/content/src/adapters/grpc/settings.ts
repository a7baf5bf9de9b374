import type { SettingsInput } from '@typecase/contracts/messages'
import { SettingsServiceDef } from '@typecase/contracts/services'
import { implement } from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import type { SavedSettings } from '../../core/settings/settings.ts'

export const settingsHandlers = (app: ContentApp) =>
  implement(SettingsServiceDef, {
    getSettings: async (_, { actor }) => toSettings(await app.getSettings(actor)),
    updateSettings: async ({ validateOnly, socialLinks, ...others }, { actor }) => {
      const change = { ...others, socialLinks: socialLinks?.links }
      return toSettings(await app.updateSettings(actor, { change, validateOnly }))
    },
  })

export const toSettings = ({ values, revision }: SavedSettings): SettingsInput => ({
  ...values,
  socialLinks: [...values.socialLinks],
  revision,
})
