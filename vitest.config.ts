import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Each file that needs a process of its own would otherwise have vitest compiled anew.
const compiled = join(import.meta.dirname, 'node_modules/.cache/repertoire-vitest')
process.env.NODE_COMPILE_CACHE ??= compiled
enableCompileCache(compiled)

const source = {
  resolve: { conditions: ['repertoire-source'] },
  ssr: { resolve: { conditions: ['repertoire-source'] } },
}

const pureRules = ['core', 'skill-md', 'protocol'].map(
  (name) => `packages/${name}/src/**/*.test.ts`,
)

/** Doors on an in-memory store: each test makes its own. */
const doors = [
  'packages/server/src/http/**/*.test.ts',
  'packages/server/src/{sse,wire}/**/*.test.ts',
  'packages/client/src/**/*.test.ts',
  'packages/sources/src/**/*.test.ts',
]

const under = (folder: string, names: string) =>
  names.split(' ').map((name) => `packages/${folder}/src/${name}/**/*.test.ts`)

/** Parts that leave nothing behind in their process: what they start or open they end and close. */
const parts = [
  'packages/store/src/**/*.test.ts',
  ...under('server', 'models outbound search config auth triggers engines routing curator blobs'),
  ...under('server', 'packing code redaction'),
  'packages/server/src/{logger,banner}.test.ts',
  'packages/server/src/scripts/{script-service,scripts-in-a-run}.test.ts',
  ...under('sandbox', 'queue streams request outcome pool folders control-group'),
  'packages/cli/src/**/*.test.ts',
]

/** How long a slow, busy machine may take. That is no promise of ours, so no test is about it. */
const patience = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

/** What starts processes may meet a machine out of breath. What passed only then is named at the end. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    // Many tests wait for processes of their own; so there are more workers than cores.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', './scripts/vitest-reporter.mjs'],
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'skills/**/*.test.ts'],
          exclude: [
            ...pureRules,
            ...doors,
            ...parts,
            'packages/console/**',
            '**/*.browser.test.ts',
            '**/node_modules/**',
          ],
          ...patience,
          retry,
        },
      },
      {
        ...source,
        test: {
          name: 'rules',
          environment: 'node',
          include: pureRules,
          // Pure functions leave nothing behind, so their files can share a worker and what it has loaded.
          isolate: false,
          ...patience,
        },
      },
      {
        ...source,
        test: {
          name: 'doors',
          environment: 'node',
          include: doors,
          isolate: false,
          ...patience,
        },
      },
      {
        ...source,
        test: {
          name: 'parts',
          environment: 'node',
          include: parts,
          isolate: false,
          ...patience,
          retry,
        },
      },
      {
        ...source,
        test: {
          name: 'console',
          environment: 'happy-dom',
          include: ['packages/console/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          // Loading the page's libraries for each file anew was most of what these tests cost.
          isolate: false,
          setupFiles: ['packages/console/src/test-setup.ts'],
          ...patience,
        },
      },
      {
        ...source,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['packages/console/**/*.browser.test.ts'],
          // So that files share a Chromium; each has a server and people of its own.
          isolate: false,
          ...patience,
          retry,
        },
      },
    ],
  },
})
