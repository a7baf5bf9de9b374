import { slugOf } from '@typecase/kernel'

const maxBaseLength = 100

/** The last part of a path with either slash; some old browsers send the whole path. */
export const baseName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** Lower-case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const base = baseName(name)
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** Lower-case ASCII letters, digits and single inner hyphens; `file` if empty (contract.md#media-names). */
export function normalisedBase(name: string): string {
  const base = baseName(name)
  const dot = base.lastIndexOf('.')
  return slugOf(dot < 0 ? base : base.slice(0, dot), maxBaseLength) || 'file'
}

/** The normalized name, a hyphen, the unique id and the extension. */
export const storedName = (originalName: string, id: string): string =>
  `${normalisedBase(originalName)}-${id.replaceAll('-', '')}.${extensionOf(originalName)}`

/** The uploaded name without path, control and direction characters, at most 255 characters. */
export function cleanedName(name: string): string {
  const clean = baseName(name).replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
  return [...clean].slice(0, 255).join('')
}
