import { slugOf } from '@typecase/kernel'

const longestBase = 100

/** The last part of a path written with either slash; a browser of old sends the whole path. */
export const baseName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** Lower-case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  const base = baseName(name)
  const dot = base.lastIndexOf('.')
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase()
}

/** Lower-case ASCII letters, digits and single inner `-`; `file` when nothing is left (contract.md#media-names). */
export function normalisedBase(name: string): string {
  const base = baseName(name)
  const dot = base.lastIndexOf('.')
  return slugOf(dot < 0 ? base : base.slice(0, dot), longestBase) || 'file'
}

/** The normalised name, a hyphen, the unique id, the extension. */
export const storedName = (originalName: string, id: string): string =>
  `${normalisedBase(originalName)}-${id.replaceAll('-', '')}.${extensionOf(originalName)}`

/** The uploaded name as it is kept: no path, no control or direction characters, at most 255 characters. */
export function keptName(name: string): string {
  const clean = baseName(name).replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
  return [...clean].slice(0, 255).join('')
}
