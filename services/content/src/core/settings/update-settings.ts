import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { settingsUpdated } from '../events.ts'
import type { Ports } from '../ports.ts'
import { changeSettings, type SavedSettings, type SettingsChange } from './settings.ts'

export interface SettingsRequest {
  readonly change: SettingsChange
  /** Validates without changing anything. */
  readonly validateOnly: boolean
}

/**
 * Applies all changes or none; concurrent changes of different settings do not conflict
 * (contract.md#setting-values).
 * @throws VALIDATION_ERROR or FORBIDDEN
 */
export const updateSettings =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, { change, validateOnly }: SettingsRequest): Promise<SavedSettings> => {
    requireEditor(actor)
    return store.write(async (tx) => {
      const before = await tx.lockSettings()
      const { settings, changed } = changeSettings(before.values, change, actor)
      if (validateOnly || changed.length === 0) return before
      const after = { values: settings, revision: before.revision + 1 }
      await tx.saveSettings(after)
      await tx.record(settingsUpdated(after.revision, changed))
      return after
    })
  }
