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
        'A core imports itself and @typecase/kernel, nothing else: no node:*, no npm package, no adapter, not even a type. Name what you need as a port in core/ports.ts and give it an adapter.',
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
        'From @typecase/contracts the core of the gateway takes types. Write `import type`; behaviour belongs in an adapter.',
      severity: 'error',
      from: { path: '^services/gateway/src/core/', pathNot: test },
      to: { path: '^packages/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'adapters-do-not-meet',
      comment:
        'One adapter does not know another; both would have to change together. Move what they share into core/, or let compose.ts hand one to the other through a port.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/adapters/([^/]+)/', pathNot: test },
      to: { path: '^services/$1/src/adapters/', pathNot: '^services/$1/src/adapters/$2/' },
    },
    {
      name: 'adapters-know-only-the-core',
      comment:
        'An adapter gets its settings and its neighbours from compose.ts; it does not read config.ts or compose.ts.',
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
        'Only compose.ts (compose-check.ts for the check) knows which adapter stands behind a port. Take the port as an argument and let compose.ts choose.',
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
        'A service reaches another through its proto contract (@typecase/contracts) or its events, never through its files.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-do-not-know-their-deployment',
      comment:
        'A service does not know how it is deployed. What it needs from outside comes through its environment, see config.ts.',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(deploy|e2e|tools|apps)/' },
    },
    {
      name: 'kernel-stands-alone',
      comment:
        'The kernel imports nothing at all. If it needs something, it is not the kernel: put it into packages/runtime.',
      severity: 'error',
      from: { path: '^packages/kernel/src/', pathNot: test },
      to: { pathNot: '^packages/kernel/src/' },
    },
    {
      name: 'sandbox-knows-only-the-kernel',
      comment:
        'The sandbox runs inside processes without rights, where every module costs memory. It imports itself, the kernel and Node only.',
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
        'Hostile input is read in processes of @typecase/sandbox, which limits their rights, time, memory and output. Call startSandbox or sandboxPool.',
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
        'The contracts are what services agree on, so they know no service and no behaviour: only themselves and npm packages.',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: test },
      to: { path: '^(packages|services|deploy|e2e|tools|apps)/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'runtime-knows-no-service',
      comment: 'The runtime serves every service alike. What only one needs belongs into that service.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/testing/' },
      to: { path: '^(services|deploy|e2e|tools|apps)/' },
    },
    {
      name: 'testing-knows-no-service',
      comment:
        'The helpers of tests start servers and know no service. Of deploy/ they use embedded-postgres only; put helpers of one service into its test/.',
      severity: 'error',
      from: { path: '^packages/testing/' },
      to: { path: '^(services|deploy|e2e|tools|apps)/', pathNot: '^deploy/embedded-postgres/' },
    },
    {
      name: 'tests-stay-tests',
      comment:
        'Code that ships does not import test code. Move what is needed by both into packages/runtime, or into the service.',
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
        'An app knows the system by its public API, as any other client does. Ask for what it needs over HTTP, through @typecase/client.',
      severity: 'error',
      from: { path: '^apps/' },
      to: { path: '^(services|packages|deploy|e2e|tools)/', pathNot: '^packages/(client|transfer)/' },
    },
    {
      name: 'client-packages-know-only-the-kernel',
      comment:
        'packages/client and packages/transfer run in clients of the API. They import npm packages and @typecase/kernel, and transfer calls the API through client; nothing else of this repository.',
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
      comment: `Folders of the publisher's core import in one direction: ${publisherFolders.join(' <- ')}. Move what both need into the earlier one.`,
      severity: 'error',
      from: { path: `^services/publisher/src/core/${folder}/`, pathNot: test },
      to: { path: `^services/publisher/src/core/(${publisherFolders.slice(at + 1).join('|')}|app\\.ts)` },
    })),
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one thought, or hide a third. Move the shared part into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-undeclared',
      comment:
        'Declare every package in the package.json of the package that imports it; what another one declared may be gone tomorrow.',
      severity: 'error',
      from: { pathNot: `${test}|^e2e/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment:
        'A package that shipped code imports is one of the dependencies, not of the devDependencies: images and npm start go without those.',
      severity: 'error',
      from: { path: '^((services|packages|deploy)/[^/]+/src|apps)/', pathNot: [test, '^packages/testing/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'no-unresolvable',
      comment:
        'This import leads nowhere. Is the path right, with its .ts? Is the package declared and installed?',
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
