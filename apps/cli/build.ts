/** Bundles the command line to one file: `node build.ts FILE`. */
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

/** The oldest Node that the bundle runs on. */
const target = 'node20'

/** With the bundler of the web interface, so that `npm start` installs no second one. */
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
