import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { fileTooLarge, themeExists, tooManyPackages, uploadBroken } from '../errors.ts'
import { themeInstalled, themeUpdated } from '../events.ts'
import type { Ports } from '../ports.ts'
import { installContents, readPackage, versionOf } from './install-package.ts'
import { packageLimits } from './limits.ts'
import { findListed } from './queries.ts'
import { withVersion } from './replace-version.ts'
import type { ListedTheme } from './theme.ts'
import type { ThemeError } from './theme-error.ts'
import { compareVersions } from './version.ts'

/** A chunk of a ZIP; `done` marks the end. */
export interface UploadPiece {
  readonly chunk?: Uint8Array
  readonly done: boolean
}

export interface UploadedTheme {
  readonly theme: ListedTheme
  /** False if an installed theme was updated. */
  readonly installed: boolean
  /** Probable mistakes. */
  readonly warnings: readonly ThemeError[]
}

type Needs = Pick<Ports, 'themes' | 'files' | 'packages' | 'trial' | 'sha256'>

/**
 * Atomically installs a package, or updates the installed theme if the version of the package is higher
 * (contract.md#theme-names).
 * @throws FILE_TOO_LARGE, UPLOAD_INCOMPLETE, THEME_INVALID, THEME_EXISTS or TOO_MANY_UPLOADS
 */
export const uploadTheme = (ports: Needs) => {
  let receiving = 0
  /** Receives a package. Concurrent uploads are limited, because each holds a package in memory. */
  const receive = async (pieces: AsyncIterable<UploadPiece>) => {
    if (receiving >= uploadsAtOnce) throw tooManyPackages()
    receiving++
    try {
      return await readPackage(ports, await collect(pieces))
    } finally {
      receiving--
    }
  }
  return async (actor: Actor, pieces: AsyncIterable<UploadPiece>): Promise<UploadedTheme> => {
    requireEditor(actor)
    const good = await receive(pieces)
    const version = versionOf(ports.sha256, good)
    return installContents(ports, good, version, async (tx) => {
      const before = await tx.find(version.name)
      if (before && compareVersions(version.version, before.current.version) <= 0)
        throw themeExists(before.name, before.current.version)
      const theme = before
        ? withVersion(before, version)
        : { name: version.name, bundled: false, current: version }
      await tx.save(theme)
      await tx.record(before ? themeUpdated(theme) : themeInstalled(theme))
      return { theme: await findListed(tx, theme.name), installed: !before, warnings: good.warnings }
    })
  }
}

const uploadsAtOnce = 12

/** Collects the chunks. Counts bytes while receiving them, so that the client gets FILE_TOO_LARGE early. */
async function collect(pieces: AsyncIterable<UploadPiece>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  let isComplete = false
  for await (const { chunk, done } of pieces) {
    if (chunk) {
      size += chunk.length
      if (size > packageLimits.packed) throw fileTooLarge(packageLimits.packed)
      chunks.push(chunk)
    }
    if (done) {
      isComplete = true
      break
    }
  }
  if (!isComplete) throw uploadBroken()
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
