/**
 * Import boundaries. The `comment` of a rule says what to do instead. tools/boundaries.test.ts violates every
 * rule and checks that the violation is reported.
 */
const test = '\\.(test|contract|bench)\\.tsx?$|/test/|/fixtures/'
const npm = 'node_modules'

/** @type {import('dependency-cruiser').IConfiguration} */
/** Each folder may import only the folders before it. */
const publisherFolders = ['site', 'pages', 'releases', 'reports', 'build', 'preview', 'redirects']

module.exports = {
  forbidden: [
    {
      name: 'core-stays-pure',
      comment:
        'A core imports only itself and @typecase/kernel: no node:*, no npm package, no adapter, not even a type. Declare what you need as a port in core/ports.ts, and implement the port in an adapter.',
      severity: 'error',
      from: { path: '^services/(?!gateway/)([^/]+)/src/core/', pathNot: test },
      to: { pathNot: ['^services/$1/src/core/', '^packages/kernel/'] },
    },
    {
      name: 'gateway-core-stays-pure',
      comment:
        "The gateway's core may also import types of @typecase/contracts, because its ports are those contracts. Anything else belongs in an adapter.",
      severity: 'error',
      from: { path: '^services/gateway/src/core/', pathNot: test },
      to: { pathNot: ['^services/gateway/src/core/', '^packages/kernel/', '^packages/contracts/'] },
    },
    {
      name: 'gateway-core-takes-types-only',
      comment:
        'The core of the gateway imports only types from @typecase/contracts. Write `import type`, and move behaviour to an adapter.',
      severity: 'error',
      from: { path: '^services/gateway/src/core/', pathNot: test },
      to: { path: '^packages/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-do-not-meet',
      comment:
        'An adapter does not import another adapter, because both would have to change together. Move shared code into core/, or let compose.ts pass one adapter to the other through a port.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/adapters/([^/]+)/', pathNot: test },
      to: { path: '^services/$1/src/adapters/', pathNot: '^services/$1/src/adapters/$2/' },
    },
    {
      name: 'adapters-know-only-the-core',
      comment:
        'compose.ts passes settings and other adapters to an adapter. An adapter does not import config.ts or compose.ts.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/adapters/', pathNot: test },
      to: {
        path: '^services/$1/src/(main|compose|compose-check|config)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-compose-wires',
      comment:
        'Only compose.ts (compose-check.ts for check-media) chooses the adapter of a port. Accept the port as an argument, and let compose.ts pass the adapter.',
      severity: 'error',
      from: {
        path: '^(services|deploy|packages|tools)/',
        pathNot: ['^services/[^/]+/src/((compose|compose-check)\\.ts$|adapters/)', test],
      },
      to: { path: '^services/[^/]+/src/adapters/' },
    },
    {
      name: 'services-do-not-meet',
      comment:
        'A service uses another service through its proto contract (@typecase/contracts) or its events. It does not import its files.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-do-not-know-their-deployment',
      comment:
        'A service does not import code of its deployment. Read what it needs from environment variables in config.ts.',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(deploy|e2e|tools|apps)/' },
    },
    {
      name: 'kernel-stands-alone',
      comment:
        'The kernel imports nothing outside the kernel. Put code that needs an import into packages/runtime.',
      severity: 'error',
      from: { path: '^packages/kernel/src/', pathNot: test },
      to: { pathNot: '^packages/kernel/src/' },
    },
    {
      name: 'sandbox-knows-only-the-kernel',
      comment:
        'The sandbox runs in processes without permissions, where every module costs memory. It imports only itself, the kernel and Node.',
      severity: 'error',
      from: { path: '^packages/sandbox/src/', pathNot: test },
      to: {
        path: '^(packages|services|deploy|e2e|tools|apps)/|node_modules',
        pathNot: '^packages/(sandbox|kernel)/',
      },
    },
    {
      name: 'only-the-sandbox-starts-processes',
      comment:
        'Only @typecase/sandbox starts processes for hostile input, because it limits their permissions, time, memory and output. Call startSandbox or sandboxPool.',
      severity: 'error',
      from: {
        path: '^(services/[^/]+|packages/(theme-engine|messaging|kernel))/src/',
        // The folder store runs the program `sync`, and a thread that writes its files.
        pathNot: [test, '^services/publisher/src/adapters/folder/'],
      },
      to: { path: '^(node:)?(child_process|worker_threads|cluster)$' },
    },
    {
      name: 'contracts-know-no-behaviour',
      comment:
        'The contracts define what services exchange, and contain no behaviour. They import only themselves and npm packages.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: test },
      to: { path: '^(packages|services|deploy|e2e|tools|apps)/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'runtime-knows-no-service',
      comment:
        'Packages are shared by all services, and import none of them. Move code that only one service needs into that service.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/testing/' },
      to: { path: '^(services|deploy|e2e|tools|apps)/' },
    },
    {
      name: 'testing-knows-no-service',
      comment:
        'Test helpers in packages/testing import no service, and only embedded-postgres from deploy/. Put helpers for one service into its test/ folder.',
      severity: 'error',
      from: { path: '^packages/testing/' },
      to: { path: '^(services|deploy|e2e|tools|apps)/', pathNot: '^deploy/embedded-postgres/' },
    },
    {
      name: 'tests-stay-tests',
      comment:
        'Shipped code does not import test code. Move code that both need into packages/runtime, or into the service.',
      severity: 'error',
      from: {
        path: '^(services|packages|deploy/(backup|embedded-postgres|standalone)|tools)/',
        pathNot: [test, '^packages/testing/'],
      },
      to: { path: ['^packages/testing/', '^services/[^/]+/test/', '\\.(test|contract)\\.ts$'] },
    },
    {
      name: 'apps-stand-alone',
      comment:
        'An app uses only the public API, like any other client. Request what it needs over HTTP through @typecase/client.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^(services|packages|deploy|e2e|tools)/', pathNot: '^packages/(client|transfer)/' },
    },
    {
      name: 'client-packages-know-only-the-kernel',
      comment:
        'packages/client and packages/transfer run in clients of the API. They import only npm packages and @typecase/kernel; transfer also imports packages/client to call the API.',
      severity: 'error',
      from: { path: '^packages/(client|transfer)/', pathNot: test },
      to: { path: '^(packages|services|deploy|e2e|tools|apps)/', pathNot: '^packages/($1|client|kernel)/' },
    },
    {
      name: 'importers-run-in-clients',
      comment:
        'Foreign XML, HTML and ZIP files are parsed in the client, never on the server. Send the result through the API.',
      severity: 'error',
      from: { path: '^(services|packages|deploy)/', pathNot: '^packages/transfer/' },
      to: { path: '^packages/transfer/' },
    },
    ...publisherFolders.slice(0, -1).map((folder, at) => ({
      name: `publisher-${folder}-does-not-look-back`,
      comment: `A folder of the publisher's core imports only folders before it: ${publisherFolders.join(', ')}. Move shared code into the earlier folder.`,
      severity: 'error',
      from: { path: `^services/publisher/src/core/${folder}/`, pathNot: test },
      to: { path: `^services/publisher/src/core/(${publisherFolders.slice(at + 1).join('|')}|app\\.ts)` },
    })),
    {
      name: 'no-cycles',
      comment:
        'These files import each other, directly or through other files. Merge them, or move the shared code into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-undeclared',
      comment:
        'Declare every package in the package.json of the package that imports it. A package that only others declare can disappear when they change.',
      severity: 'error',
      from: { pathNot: `${test}|^e2e/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment:
        'Move packages that shipped code imports from devDependencies to dependencies: images and `npm start` do not install devDependencies.',
      severity: 'error',
      from: { path: '^((services|packages|deploy)/[^/]+/src|apps)/', pathNot: [test, '^packages/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'no-unresolvable',
      comment:
        'This import cannot be resolved. Check that the path is right and has its extension, and that the package is declared and installed.',
      severity: 'error',
      from: { pathNot: npm },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: [npm, 'packages/contracts/src/generated'] },
    exclude: { path: '(^|/)(dist|coverage|\\.tools|\\.typecase[^/]*)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
