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
  'packages/server/src/sse/**/*.test.ts',
  'packages/client/src/**/*.test.ts',
  'packages/sources/src/**/*.test.ts',
]

/** What changes its own process (variables, listeners for signals, telemetry), or looks at all of it. */
const ownProcess = [
  'packages/sandbox/src/sandbox-runtime/{settings-process,guarded-line}.test.ts',
  'packages/server/src/connectors/connector-hub.test.ts',
  'packages/server/src/scripts/{every-sandbox,scripts-over-http,two-servers}.test.ts',
  'packages/server/src/telemetry/*.test.ts',
  'scripts/launch/launch.test.ts',
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
    experimental: { vcsProvider: './scripts/changed-tests.mjs' },
    forceRerunTriggers: ['**/package.json', '**/package-lock.json', '**/{vitest,vite}.config.*'],
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          environment: 'node',
          include: ownProcess,
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
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'skills/**/*.test.ts'],
          exclude: [
            ...pureRules,
            ...doors,
            ...ownProcess,
            'packages/console/**',
            '**/*.browser.test.ts',
            '**/node_modules/**',
          ],
          // They leave nothing behind in their process: what they start or open they end and close.
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
