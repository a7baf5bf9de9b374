import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export const rendererProgram = {
  program: join(import.meta.dirname, 'child.ts'),
  readable: [
    join(root, 'src/*'),
    join(root, 'package.json'),
    join(root, 'node_modules/@typecase/theme-engine'),
  ],
} as const
