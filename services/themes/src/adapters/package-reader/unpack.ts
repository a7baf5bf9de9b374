/** Unpacks theme packages in a sandboxed process. */
import { serve } from '@typecase/sandbox/serve'
import type { UnpackedTheme } from '../../core/ports.ts'
import { unpackPackage } from './unpack-package.ts'

/** The contents of the files follow as bytes, in the order of `files`. */
export type UnpackAnswer = Omit<UnpackedTheme, 'files'> & {
  readonly files: readonly (readonly [path: string, size: number])[]
}

serve((_: undefined, zip) => {
  const { files, ...rest } = unpackPackage(zip)
  const sizes = [...files].map(([path, bytes]) => [path, bytes.length] as const)
  return { answer: { ...rest, files: sizes } satisfies UnpackAnswer, bytes: [...files.values()] }
})
