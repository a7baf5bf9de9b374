/** Bundles the command line to one file: `node build.ts FILE`. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The oldest Node that the bundle runs on. */
const target = 'node20'

export async function buildCli(file: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('./src/main.ts', import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target,
    logLevel: 'warning',
    // Packages in CommonJS call require for modules of Node.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
  })
}

const [file] = process.argv.slice(2)
if (import.meta.main && file) await buildCli(file)
