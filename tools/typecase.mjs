#!/usr/bin/env node
// `npx typecase` in a checkout: builds the command line if its sources have changed, then runs it. This file
// is plain JavaScript for Node 20, because it installs the Node version and the packages that the build
// needs.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

import { buildCli, cliFile } from './bootstrap/cli.mjs'
import { findNode } from './bootstrap/node.mjs'
import { installPackages } from './bootstrap/packages.mjs'
import { withSetUpLock } from './bootstrap/set-up-lock.mjs'

const file = cliFile()
if (!existsSync(file))
  await withSetUpLock(async () => {
    const node = await findNode()
    await installPackages('all', node)
    await buildCli(node, file)
  })
await import(pathToFileURL(file).href)
