import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript, which runs before anything is installed.
import { requirements } from './requirements.mjs'

const root = join(import.meta.dirname, '..')

const data = ['the shared test data']
const git = ['Git', 'OpenSSL']
const installer = ['bubblewrap', 'pip for sandboxes', 'the tools of sandbox-runtime']
const sandboxes = ['bubblewrap', 'podman', 'the tools of sandbox-runtime']
const databases = ['PostgreSQL', 'an S3 server', 'bubblewrap']
/** What every machine that runs CI has: Linux, the account root with namespaces, the built page. */
const machine: string[] = []

/** Why tests are skipped: each condition, and the requirements that it asks for. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  'kind.skip': databases,
  "kind.missing !== ''": sandboxes,
  'options.skip': sandboxes,
  skip: sandboxes,
  skipRealS3: ['an S3 server'],
  absent: ['PostgreSQL'],
  noPostgres: ['PostgreSQL'],
  '!chromiumPath': ['Chromium'],
  '!firefoxPath': ['Firefox'],
  '!chromiumPath || !hasTools': ['Chromium', ...git],
  '!chromiumPath || !sandboxThere': ['Chromium', 'bubblewrap'],
  '!chromiumPath || !program': ['Chromium', 'nginx'],
  '!program': ['nginx', 'Caddy'],
  noTemporal: ['Temporal'],
  noPostgresOrTemporal: ['PostgreSQL', 'Temporal'],
  noBubblewrap: ['bubblewrap'],
  noSandboxRuntime: ['the tools of sandbox-runtime'],
  '!available': ['bubblewrap'],
  '!available || noPostgres': ['bubblewrap', 'PostgreSQL'],
  'lacking !== null': installer,
  '!findNpmWithSbom()': ['npm 9.5'],
  '!hasTools': git,
  "name !== 'in-memory' && !hasTools": git,
  '!hasOpenssl()': ['OpenSSL'],
  '!canSpeakTls': ['OpenSSL'],
  '!existsSync(realSkills)': data,
  '!existsSync(data)': data,
  '!existsSync(shared)': data,
  '!existsSync(skills)': data,
  'skills.length === 0': data,
  'files.length === 0': data,
  'realFiles.length === 0': data,
  'realFiles.length === 0 && files !== shipped': data,
  "process.platform !== 'linux'": machine,
  'process.getuid?.() !== 0': machine,
  '!canMount': machine,
  '!mountable': machine,
  '!built': machine,
}

/** In every Debian. */
const everywhere = [
  'sh',
  '/bin/sh',
  'bash',
  '/bin/bash',
  'mkdir',
  'mkfifo',
  'tar',
  'touch',
  'unshare',
]

const testCode = execFileSync('git', ['ls-files', 'packages', 'scripts', 'skills'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      /(?:\.test|\.contract|\.attacks|test-attacks|store-fixture)\.tsx?$/.test(file) ||
      /\/(?:testing|contract)\/[^/]+\.ts$/.test(file),
  )
  .filter((file) => file !== 'scripts/test-requirements.test.ts')
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** The text between the parenthesis at `start` and the one that closes it. */
function argumentAt(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start + 1, at).trim()
  }
  return text.slice(start + 1)
}

it('a test is skipped only for want of something that CI installs', () => {
  const found = testCode.flatMap(({ file, text }) =>
    [...text.matchAll(/\.(?:skipIf|runIf)\(/g)].map(({ index, 0: call }) => ({
      file,
      condition: argumentAt(text, index + call.length - 1),
    })),
  )
  expect(found.length).toBeGreaterThan(80)
  expect(found.filter(({ condition }) => !Object.hasOwn(conditions, condition))).toEqual([])
  const used = new Set(found.map(({ condition }) => condition))
  expect(Object.keys(conditions).filter((condition) => !used.has(condition))).toEqual([])
  const declared = new Set(requirements.map(({ name }: { name: string }) => name))
  const named = Object.values(conditions).flat()
  expect(named.filter((name) => !declared.has(name))).toEqual([])
})

it('tests start only programs that are declared, or are everywhere', () => {
  const declared = new Set([
    ...everywhere,
    ...requirements.flatMap(({ programs = [] }: { programs?: string[] }) => programs),
  ])
  const started = testCode.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'([^']+)'/g)].map(
      ([, program = '']) => ({ file, program }),
    ),
  )
  expect(started.length).toBeGreaterThan(20)
  expect(started.filter(({ program }) => !declared.has(program))).toEqual([])
})

it('installing runs no code of dependencies, so it needs no compiler', () => {
  const settings = readFileSync(join(root, '.npmrc'), 'utf8').split('\n')
  expect(settings).toContain('ignore-scripts=true')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const asking = Object.keys(packages).filter((path) => packages[path].hasInstallScript)
  // They only look at the machine or at the lock file. The tests of the Temporal engine use both without.
  expect(asking).toEqual(['node_modules/@swc/core', 'node_modules/protobufjs'])
})
