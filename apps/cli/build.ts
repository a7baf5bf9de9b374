/** Bundles the command line to one file: `node build.ts FILE`. */
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

/** Oldest Node version for the bundle. */
const target = 'node20'

/** Uses the bundler of the web interface, so that `npm start` installs only one. */
export async function buildCli(file: string): Promise<void> {
  await build({
    input: fileURLToPath(new URL('./src/main.ts', import.meta.url)),
    platform: 'node',
    transform: { target },
    logLevel: 'warn',
    output: {
      file,
      format: 'esm',
      codeSplitting: false,
      banner: '#!/usr/bin/env node',
    },
  })
}

const [file] = process.argv.slice(2)
if (import.meta.main && file) await buildCli(file)
