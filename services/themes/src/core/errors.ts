import { AppError } from '@typecase/kernel'
import { errorText, type ThemeError } from './themes/theme-error.ts'

export const themeNotFound = (name: string): AppError =>
  new AppError('not_found', 'THEME_NOT_FOUND', 'Theme not found', { fields: { name } })

/**
 * Contains all errors of a package in `problems`, and the first 100 errors and warnings as structured fields.
 */
export const themeInvalid = (found: readonly ThemeError[], warnings: readonly ThemeError[] = []): AppError =>
  new AppError('invalid', 'THEME_INVALID', 'Theme validation failed', {
    problems: found.map((error) => ({ path: error.path, message: errorText(error) })),
    fields: {
      faults: found.slice(0, 100).map(parts),
      warnings: warnings.slice(0, 100).map(parts),
    },
  })

const parts = ({ path, line, message, hint, detail }: ThemeError) => ({
  file: path,
  line: line ?? null,
  message,
  hint: hint ?? null,
  ...(detail === undefined ? {} : { detail }),
})

/** A rollback needs a version that was replaced before. */
export const noPreviousVersion = (name: string): AppError =>
  new AppError('conflict', 'NO_PREVIOUS_VERSION', 'This theme has no earlier version to roll back to', {
    fields: { name },
  })

export const themeExists = (name: string, version: string): AppError =>
  new AppError('conflict', 'THEME_EXISTS', `The theme ${name} is already installed in version ${version}`, {
    fields: { name, version },
  })

export const themeActive = (): AppError =>
  new AppError('refused', 'THEME_ACTIVE', 'Cannot delete the active theme, switch first')

export const themeBundled = (): AppError =>
  new AppError('refused', 'THEME_BUNDLED', 'A bundled theme cannot be deleted')

export const fileTooLarge = (limitBytes: number): AppError =>
  new AppError('invalid', 'FILE_TOO_LARGE', 'File too large', { fields: { limit: limitBytes } })

/** The stream ended before the final message. */
export const uploadBroken = (): AppError =>
  new AppError('invalid', 'UPLOAD_INCOMPLETE', 'The upload was interrupted')

/** Too many packages are being uploaded or checked, or are waiting for a check. */
export const tooManyPackages = (): AppError =>
  new AppError(
    'unavailable',
    'TOO_MANY_UPLOADS',
    'Too many themes are being checked. Please try again later.',
  )

export const menuItemNotFound = (id: string): AppError =>
  new AppError('not_found', 'MENU_ITEM_NOT_FOUND', 'Menu item not found', { fields: { id } })

export const menuIdTaken = (id: string): AppError =>
  new AppError('conflict', 'DUPLICATE_ID', 'A menu item with this id already exists', { fields: { id } })

export const marketplaceUnavailable = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'MARKETPLACE_UNAVAILABLE',
    'Unable to connect to marketplace. Please try again later.',
    { cause },
  )

export const marketplaceThemeNotFound = (name: string): AppError =>
  new AppError('not_found', 'MARKETPLACE_THEME_NOT_FOUND', 'Theme not found', { fields: { name } })

/** The package is missing or does not match the catalogue. Users see `reason`. */
export const marketplacePackageInvalid = (reason: string, cause?: unknown): AppError =>
  new AppError(
    'refused',
    'MARKETPLACE_PACKAGE_INVALID',
    `The package from the marketplace was rejected: ${reason}`,
    { cause },
  )

export const upToDate = (name: string, version: string): AppError =>
  new AppError('conflict', 'UP_TO_DATE', 'The theme is up to date', { fields: { name, version } })
