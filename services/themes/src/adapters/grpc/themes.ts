import type { ThemeInput, Theme as ThemeMessage, UploadThemeRequest } from '@typecase/contracts/messages'
import { ThemeServiceDef } from '@typecase/contracts/services'
import { type Implementation, implement } from '@typecase/runtime/grpc'
import type { ThemesApp } from '../../core/app.ts'
import type { ListedTheme } from '../../core/themes/theme.ts'
import type { UploadPiece } from '../../core/themes/upload-theme.ts'

export const themeService = (app: ThemesApp): Implementation =>
  implement(ThemeServiceDef, {
    listThemes: async (_request, { actor }) => ({
      themes: (await app.listThemes(actor)).map(toThemeMessage),
    }),
    getActiveTheme: async () => toThemeMessage(await app.getActiveTheme()),
    getTheme: async ({ name }, { actor }) => toThemeMessage(await app.getTheme(actor, name)),
    switchTheme: async ({ name }, { actor }) => toThemeMessage(await app.switchTheme(actor, name)),
    uploadTheme: async (requests, { actor }) => {
      const { theme, installed, warnings } = await app.uploadTheme(actor, pieces(requests))
      const messages = warnings.map(({ path, line, message, hint }) => ({ file: path, line, message, hint }))
      return { theme: toThemeMessage(theme), installed, warnings: messages }
    },
    rollbackTheme: async ({ name }, { actor }) => toThemeMessage(await app.rollbackTheme(actor, name)),
    deleteTheme: async ({ name }, { actor }) => {
      await app.deleteTheme(actor, name)
      return {}
    },
    readTheme: async function* ({ name, digest }, { actor }) {
      for await (const { path, chunk } of app.readTheme(actor, name, digest))
        yield* withinMessages(path, chunk)
    },
  })

export const toThemeMessage = ({ name, bundled, active, current, previous }: ListedTheme): ThemeInput =>
  ({
    name,
    path: `themes/${name}`,
    infoJson: JSON.stringify(current.metadata),
    version: current.version,
    active,
    bundled,
    digest: current.digest,
    previousVersion: previous?.version,
  }) satisfies { [K in keyof ThemeMessage]: ThemeInput[K] }

async function* pieces(requests: AsyncIterable<UploadThemeRequest>): AsyncIterable<UploadPiece> {
  for await (const { chunk, done } of requests) yield { chunk, done }
}

/** Maximum bytes of a file per message. */
const messageSize = 256 * 1024

function* withinMessages(path: string, chunk: Uint8Array) {
  for (let at = 0; at === 0 || at < chunk.length; at += messageSize)
    yield { path, chunk: chunk.subarray(at, at + messageSize) }
}
