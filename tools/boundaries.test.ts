import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoundaryReport, checkBoundaries, ruleNames } from './boundaries.ts'

type Files = Readonly<Record<string, string>>

const packageJson = (name: string, fields: object = {}) =>
  JSON.stringify({ name: `@typecase/${name}`, type: 'module', exports: { './*': './src/*.ts' }, ...fields })

/** A small repository that satisfies every rule. */
const validTree: Files = {
  'package.json': packageJson('root'),
  'node_modules/zod/package.json': '{"name":"zod","main":"index.js"}',
  'node_modules/zod/index.js': 'export const z = 1',
  'node_modules/stray/package.json': '{"name":"stray","main":"index.js"}',
  'node_modules/stray/index.js': 'export const stray = 1',
  'node_modules/only-dev/package.json': '{"name":"only-dev","main":"index.js"}',
  'node_modules/only-dev/index.js': 'export const onlyDev = 1',
  'packages/kernel/package.json': packageJson('kernel'),
  'packages/kernel/src/errors.ts': 'export const error = 1',
  'packages/contracts/package.json': packageJson('contracts'),
  'packages/contracts/src/messages.ts':
    'export interface Post { readonly id: string }\nexport const name = 1',
  'packages/runtime/package.json': packageJson('runtime'),
  'packages/runtime/src/log.ts': 'export const log = 1',
  'packages/sandbox/package.json': packageJson('sandbox'),
  'packages/testing/package.json': packageJson('testing'),
  'packages/testing/src/infra.ts': "import { log } from '../../runtime/src/log.ts'\nexport const infra = log",
  'packages/client/package.json': packageJson('client'),
  'packages/transfer/package.json': packageJson('transfer'),
  'packages/transfer/src/read.ts':
    "import { error } from '../../kernel/src/errors.ts'\nexport const read = error",
  'services/content/package.json': packageJson('content', {
    dependencies: { zod: '1' },
    devDependencies: { 'only-dev': '1' },
  }),
  'services/content/src/core/rules.ts':
    "import { error } from '../../../../packages/kernel/src/errors.ts'\nexport const rules = error",
  'services/content/src/core/rules.test.ts':
    "import { infra } from '../../../../packages/testing/src/infra.ts'\nimport { rules } from './rules.ts'\nexport const t = [infra, rules]",
  'services/content/src/config.ts': "import { z } from 'zod'\nexport const config = z",
  'services/content/src/adapters/postgres/store.ts':
    "import { rules } from '../../core/rules.ts'\nexport const store = rules",
  'services/content/src/adapters/grpc/server.ts':
    "import { log } from '../../../../../packages/runtime/src/log.ts'\nexport const server = log",
  'services/content/src/compose.ts':
    "import { store } from './adapters/postgres/store.ts'\nimport { config } from './config.ts'\nexport const compose = [store, config]",
  'services/content/test/app.ts':
    "import { store } from '../src/adapters/postgres/store.ts'\nexport const app = store",
  'services/media/package.json': packageJson('media'),
  'services/media/src/compose.ts': 'export const media = 1',
  'services/publisher/package.json': packageJson('publisher'),
  ...Object.fromEntries(
    ['pages', 'releases', 'reports', 'build', 'preview', 'redirects'].map((folder) => [
      `services/publisher/src/core/${folder}/later.ts`,
      'export const later = 1',
    ]),
  ),
  'services/gateway/package.json': packageJson('gateway'),
  'services/gateway/src/core/ports.ts':
    "import type { Post } from '../../../../packages/contracts/src/messages.ts'\nexport type Posts = Post[]",
  'apps/admin/package.json': packageJson('admin', { devDependencies: { 'only-dev': '1' } }),
  'apps/admin/src/mark.tsx': 'export const mark = <b>mark</b>',
  'apps/admin/src/app.tsx': "import { mark } from './mark.tsx'\nexport const app = <i>{mark}</i>",
  'deploy/standalone/package.json': packageJson('standalone'),
  'deploy/standalone/src/start.ts':
    "import { compose } from '../../../services/content/src/compose.ts'\nexport const start = compose",
}

/** Each folder may import only folders before it in this list. */
const publisherFolders = ['site', 'pages', 'releases', 'reports', 'build', 'preview', 'redirects']
const importsOfLaterFolders = Object.fromEntries(
  publisherFolders.slice(0, -1).map((folder, at) => {
    const next = publisherFolders[at + 1]
    const file = `services/publisher/src/core/${folder}/back.ts`
    return [
      `publisher-${folder}-does-not-look-back`,
      { [file]: `import { later } from '../${next}/later.ts'\nexport const a = later` },
    ] as const
  }),
)

/** For each rule, files that violate it. */
const violations: Readonly<Record<string, Files>> = {
  'core-stays-pure': {
    'services/content/src/core/a-builtin.ts':
      "import { readFile } from 'node:fs/promises'\nexport const a = readFile",
    'services/content/src/core/a-package.ts': "import type { z } from 'zod'\nexport type A = typeof z",
    'services/content/src/core/a-runtime.ts':
      "import { log } from '../../../../packages/runtime/src/log.ts'\nexport const a = log",
    'services/content/src/core/an-adapter.ts':
      "import { server } from '../adapters/grpc/server.ts'\nexport const a = server",
    'services/content/src/core/contracts.ts':
      "import type { Post } from '../../../../packages/contracts/src/messages.ts'\nexport type A = Post",
  },
  'gateway-core-stays-pure': {
    'services/gateway/src/core/a-package.ts': "import { z } from 'zod'\nexport const a = z",
  },
  'gateway-core-takes-types-only': {
    'services/gateway/src/core/behaviour.ts':
      "import { name } from '../../../../packages/contracts/src/messages.ts'\nexport const a = name",
  },
  'adapters-do-not-meet': {
    'services/content/src/adapters/grpc/posts.ts':
      "import { store } from '../postgres/store.ts'\nexport const a = store",
    'services/content/src/adapters/postgres/by-type.ts':
      "import type { server } from '../grpc/server.ts'\nexport type A = typeof server",
  },
  'adapters-know-only-the-core': {
    'services/content/src/adapters/grpc/settings.ts':
      "import { config } from '../../config.ts'\nexport const a = config",
  },
  'only-compose-wires': {
    'services/content/src/main.ts':
      "import { store } from './adapters/postgres/store.ts'\nexport const a = store",
    'deploy/standalone/src/shortcut.ts':
      "import { store } from '../../../services/content/src/adapters/postgres/store.ts'\nexport const a = store",
  },
  'services-do-not-meet': {
    'services/content/src/adapters/grpc/by-path.ts':
      "import { media } from '../../../../media/src/compose.ts'\nexport const a = media",
    'services/content/src/adapters/grpc/by-name.ts':
      "import { media } from '@typecase/media/compose'\nexport const a = media",
    'services/media/test/reuse.ts': "import { app } from '../../content/test/app.ts'\nexport const a = app",
  },
  'services-do-not-know-their-deployment': {
    'services/media/src/main.ts':
      "import { start } from '../../../deploy/standalone/src/start.ts'\nexport const a = start",
  },
  'kernel-stands-alone': {
    'packages/kernel/src/id.ts': "import { randomUUID } from 'node:crypto'\nexport const a = randomUUID",
  },
  'sandbox-knows-only-the-kernel': {
    'packages/sandbox/src/logged.ts': "import { log } from '../../runtime/src/log.ts'\nexport const a = log",
  },
  'only-the-sandbox-starts-processes': {
    'services/media/src/adapters/images/forked.ts':
      "import { fork } from 'node:child_process'\nexport const a = fork",
  },
  'contracts-know-no-behaviour': {
    'packages/contracts/src/client.ts':
      "import { log } from '../../runtime/src/log.ts'\nexport const a = log",
  },
  'runtime-knows-no-service': {
    'packages/runtime/src/content.ts':
      "import type { media } from '../../../services/media/src/compose.ts'\nexport type A = typeof media",
  },
  'testing-knows-no-service': {
    'packages/testing/src/media.ts':
      "import type { media } from '../../../services/media/src/compose.ts'\nexport type A = typeof media",
  },
  'tests-stay-tests': {
    'services/content/src/adapters/grpc/with-infra.ts':
      "import { infra } from '../../../../../packages/testing/src/infra.ts'\nexport const a = infra",
    'packages/runtime/src/with-test.ts':
      "import { t } from '../../../services/content/src/core/rules.test.ts'\nexport const a = t",
  },
  'client-packages-know-only-the-kernel': {
    'packages/client/src/log.ts': "import { log } from '../../runtime/src/log.ts'\nexport const a = log",
  },
  'importers-run-in-clients': {
    'services/content/src/adapters/grpc/import.ts':
      "import { read } from '../../../../../packages/transfer/src/read.ts'\nexport const a = read",
  },
  'apps-stand-alone': {
    'apps/admin/src/shortcut.tsx':
      "import type { Post } from '../../../packages/contracts/src/messages.ts'\nexport type A = Post",
  },
  ...importsOfLaterFolders,
  'no-cycles': {
    'services/media/src/core/egg.ts': "import type { Hen } from './hen.ts'\nexport type Egg = Hen | 1",
    'services/media/src/core/hen.ts': "import type { Egg } from './egg.ts'\nexport type Hen = Egg | 2",
  },
  'no-undeclared': {
    'services/content/src/adapters/grpc/stray.ts': "import { stray } from 'stray'\nexport const a = stray",
  },
  'no-dev-dependency-at-run-time': {
    'services/content/src/adapters/grpc/dev.ts':
      "import { onlyDev } from 'only-dev'\nexport const a = onlyDev",
    'apps/admin/build.ts': "import { onlyDev } from 'only-dev'\nexport const a = onlyDev",
  },
  'no-unresolvable': { 'services/media/src/lost.ts': "import { a } from './nowhere.ts'\nexport const b = a" },
}

const folders: string[] = []

function writeTree(files: Files): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'typecase-boundaries-')))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(root, 'services/content/node_modules/@typecase'), { recursive: true })
  symlinkSync(join(root, 'services/media'), join(root, 'services/content/node_modules/@typecase/media'))
  return root
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the boundary rules', () => {
  let report: BoundaryReport
  beforeAll(async () => {
    report = await checkBoundaries(
      writeTree({ ...validTree, ...Object.assign({}, ...Object.values(violations)) }),
    )
  })

  it('accept a valid tree and read all of its files', async () => {
    const clean = await checkBoundaries(writeTree(validTree))
    expect(clean.crossings).toEqual([])
    expect(clean.unread).toEqual([])
    expect(clean.modules).toBeGreaterThan(10)
  })

  it('are each violated by a file of this test', () => {
    expect(Object.keys(violations).toSorted()).toEqual(ruleNames.toSorted())
  })

  const cases = Object.entries(violations).flatMap(([rule, files]) =>
    Object.keys(files).map((file) => ({ rule, file })),
  )
  it.each(cases)('$rule catches $file', ({ rule, file }) => {
    const found = report.crossings.filter((crossing) => crossing.rule === rule)
    expect(found.some((crossing) => crossing.from === file || crossing.to.includes(file))).toBe(true)
    expect(found[0]?.comment.length).toBeGreaterThan(40)
  })
})
