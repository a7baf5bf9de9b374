import { ReferenceServiceDef } from '@typecase/contracts/services'
import { type Implementation, implement } from '@typecase/runtime/grpc'
import type { MediaApp } from '../../core/app.ts'
import { renderedFile } from './messages.ts'

export const referenceService = (app: MediaApp): Implementation =>
  implement(ReferenceServiceDef, {
    async findReferences({ id }, { actor }) {
      const { file, references } = await app.findReferences(actor, id)
      return { file: await renderedFile(app, file), references: [...references] }
    },
    propagateMetadata: ({ id, ...texts }, { actor }) => app.propagateMetadata(actor, id, texts),
  })
