import { enableCompileCache } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'
import { systemTests } from './scripts/test-files.ts'

// Each file that needs a process of its own would otherwise have vitest compiled anew.
const compiled = join(import.meta.dirname, 'node_modules/.cache/repertoire-vitest')
process.env.NODE_COMPILE_CACHE ??= compiled
enableCompileCache(compiled)

const source = {
  resolve: { conditions: ['repertoire-source'] },
  ssr: { resolve: { conditions: ['repertoire-source'] } },
}

const pureTests = ['core', 'skill-md', 'protocol'].map(
  (name) => `packages/${name}/src/**/*.test.ts`,
)

/** HTTP and client tests over an in-memory store: each test creates its own. */
const httpTests = [
  'packages/server/src/http/*.test.ts',
  'packages/server/src/http/!(mcp|oauth|compat|docs|collections)/**/*.test.ts',
  'packages/client/src/**/*.test.ts',
  'packages/sources/src/**/*.test.ts',
]

/** Tests that change their own process (environment, signal listeners, telemetry), or inspect all of it. */
const ownProcess = [
  'packages/sandbox/src/sandbox-runtime/{settings-process,guarded-line}.test.ts',
  'packages/server/src/runtime/connectors/*.test.ts',
  'packages/server/src/runtime/scripts/{every-sandbox,scripts-over-http,two-servers}.test.ts',
  'packages/server/src/platform/telemetry/*.test.ts',
  'scripts/launch/launch.test.ts',
]

/** Tests that start other programs. `npm test` leaves them out, `npm test -- --all` has them. */
const system = systemTests(import.meta.dirname).filter(
  (file) => !ownProcess.some((one) => matchesGlob(file, one)),
)

/** Generous, for slow and busy machines: no test is about time. */
const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

/** Tests that start processes can fail on an overloaded machine. The reporter names what passed only on retry. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    // Many tests wait for child processes, so there are more workers than cores.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', './scripts/vitest-reporter.mjs'],
    experimental: { vcsProvider: './scripts/changed-tests.mjs' },
    forceRerunTriggers: ['**/package.json', '**/package-lock.json', '**/{vitest,vite}.config.*'],
    projects: [
      {
        ...source,
        test: {
          name: 'isolated',
          environment: 'node',
          include: ownProcess,
          ...timeouts,
          retry,
        },
      },
      {
        ...source,
        test: {
          name: 'pure',
          environment: 'node',
          include: pureTests,
          exclude: [...system, '**/node_modules/**'],
          // Pure functions leave nothing behind, so their files can share a worker and what it has loaded.
          isolate: false,
          ...timeouts,
        },
      },
      {
        ...source,
        test: {
          name: 'http',
          environment: 'node',
          include: httpTests,
          exclude: [...system, '**/node_modules/**'],
          isolate: false,
          ...timeouts,
        },
      },
      {
        ...source,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'skills/**/*.test.ts'],
          exclude: [
            ...pureTests,
            ...httpTests,
            ...ownProcess,
            ...system,
            'packages/console/**',
            '**/*.browser.test.ts',
            '**/node_modules/**',
          ],
          // These tests leave nothing behind in their process: they close what they open.
          isolate: false,
          ...timeouts,
          retry,
        },
      },
      {
        ...source,
        test: {
          name: 'system',
          environment: 'node',
          include: system,
          isolate: false,
          ...timeouts,
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
          ...timeouts,
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
          ...timeouts,
          retry,
        },
      },
    ],
  },
})
