// Who may import whom. The rules are those of ARCHITECTURE.md.
const features = '^apps/(api|web)/src/features/([^/]+)/';

// The web app's folders, lowest first: each may import those before it. main.tsx belongs to app.
const webLayers = ['lib', 'ui', 'session', 'domain', 'features', 'app'];

// The API's folders, lowest first: each may import those before it, types included.
const apiLayers = [
  'runtime',
  'db',
  'jobs',
  'secrets',
  'email',
  'identity',
  'key-check',
  'http',
  'features',
  'app',
];

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'A circle of imports has no top to start reading from. Types alone make none at run time, but the reader goes round all the same.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-imports-nobody',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|e2e|bench|packages/(?!contract))', pathNot: '^packages/contract/' },
    },
    {
      name: 'workspaces-meet-in-contract',
      severity: 'error',
      from: { path: '^(apps/[^/]+|packages/[^/]+|e2e|bench)/' },
      to: { path: '^(apps|packages|e2e|bench)/', pathNot: '^($1|packages/(contract|docs|evm|harness))/' },
    },
    {
      name: 'the-product-needs-no-harness',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: '(^packages/harness/|/testing/|\\.test\\.ts$)',
      },
      to: { path: '^packages/harness/' },
    },
    {
      name: 'only-tests-import-the-documentation',
      comment: 'The server reads its built files. Tests run its examples.',
      severity: 'error',
      from: { pathNot: '(^packages/docs/|\\.test\\.ts$)' },
      to: { path: '^packages/docs/' },
    },
    {
      name: 'the-network-is-optional',
      comment:
        'packages/evm is installed only where the faucet gives a real token: nothing else may need it.',
      severity: 'error',
      from: { pathNot: '^(packages/evm|apps/api/src/features/faucet/transfers/evm)/' },
      to: { path: '^packages/evm/' },
    },
    {
      name: 'the-network-is-loaded-late',
      severity: 'error',
      from: { pathNot: '^apps/api/src/features/faucet/transfers/evm/' },
      to: {
        path: '^apps/api/src/features/faucet/transfers/evm/',
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: features },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'only-a-feature-declares-its-routes',
      comment: "The operator's socket is a server of its own, and mounts its own routes.",
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: '^apps/api/src/(app/|features/(operator/|[^/]+/feature\\.ts$))',
      },
      to: { path: '^apps/api/src/features/[^/]+/routes\\.ts$' },
    },
    ...apiLayers.slice(0, -1).map((layer, index) => ({
      name: `api-${layer}-imports-only-lower-layers`,
      severity: 'error',
      from: { path: `^apps/api/src/${layer}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^apps/api/src/(${apiLayers.slice(index + 1).join('|')})/` },
    })),
    ...webLayers.slice(0, -1).map((layer, index) => ({
      name: `web-${layer}-imports-only-lower-layers`,
      severity: 'error',
      from: { path: `^apps/web/src/${layer}/` },
      to: { path: `^apps/web/src/(main\\.tsx$|(${webLayers.slice(index + 1).join('|')})/)` },
    })),
    {
      name: 'web-session-shows-nothing',
      comment: 'The session is state: domain/ and the features say what becomes of it.',
      severity: 'error',
      from: { path: '^apps/web/src/session/' },
      to: { path: '^apps/web/src/ui/' },
    },
    {
      name: 'web-ui-knows-no-product',
      comment: 'The design system draws what it is given; what the product calls things is in domain/.',
      severity: 'error',
      from: { path: '^apps/web/src/ui/' },
      to: { path: '^packages/contract/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/migrations/)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
