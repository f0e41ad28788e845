// The tests of `npm test -- --changed [base]`. Vitest follows imports by itself; this adds tests without an
// import of the change: those that start one of our programs, and those that read the changed file by name.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isTest, readTest, testFiles } from './test-files.ts'

/** Tests that read the whole tree or files outside the packages. */
const alwaysRun = ['scripts/architecture.test.ts', 'scripts/embedding-example.test.ts']

/** Programs started by path, which are in no manifest. */
const spawnedPrograms = { console: ['server'], cli: ['server', 'sandbox'], server: ['sandbox'] }

const isCode = (file) => /\.(ts|tsx|mjs|cjs|js|py|css|html)$/.test(file) && !isTest(file)
const packageOf = (file) => /^packages\/([^/]+)\//.exec(file)?.[1]

// biome-ignore lint/style/noDefaultExport: this is how vitest finds a provider.
export default {
  findChangedFiles({ root, changedSince }) {
    const changed = changedFiles(root, changedSince)
    return [...changed, ...relatedTests(root, changed)].map((file) => join(root, file))
  },
}

/** Files that differ from the base or the last commit, uncommitted and untracked ones included. */
export function changedFiles(root, base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })
      .split('\0')
      .filter(Boolean)
  const since = typeof base === 'string' ? git('merge-base', base, 'HEAD')[0].trim() : 'HEAD'
  return [
    ...git('diff', '--name-only', '--relative', '-z', since),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
}

/** The tests that depend on a change without importing it. */
export function relatedTests(root, changed) {
  if (changed.length === 0) return []
  const programs = dependents(root, new Set(changed.filter(isCode).map(packageOf)))
  const names = changed.filter((file) => !isTest(file)).flatMap(identifyingNames)
  const areSkillsChanged = changed.some((file) => /^(skills|vocabularies)\//.test(file))
  return testFiles(root).filter((test) => {
    if (alwaysRun.includes(test) || (areSkillsChanged && test.startsWith('skills/'))) return true
    const { text, startsProcesses } = readTest(root, test)
    if (startsProcesses && programs.has(packageOf(test))) return true
    return names.some((name) => text.includes(name))
  })
}

/** What a test calls a file; a common name needs its folder. */
function identifyingNames(file) {
  if (!/(^|\/)(index\.\w+|[A-Z]+\.md|\w+\.json)$/.test(file)) return [`/${basename(file)}`]
  return file.includes('/') ? [file.split('/').slice(-2).join('/')] : []
}

/** The packages that depend on one of these, by manifest or because they start it. */
function dependents(root, changed) {
  const needs = new Map(
    readdirSync(join(root, 'packages')).map((name) => [name, neededBy(root, name)]),
  )
  const found = new Set(changed)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [name, needed] of needs) if (needed.some((one) => found.has(one))) found.add(name)
  }
  return found
}

function neededBy(root, name) {
  const file = join(root, 'packages', name, 'package.json')
  if (!existsSync(file)) return []
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  const ours = Object.keys({ ...dependencies, ...devDependencies })
    .filter((dependency) => dependency.startsWith('@repertoire/'))
    .map((dependency) => dependency.slice('@repertoire/'.length))
  return [...ours, ...(spawnedPrograms[name] ?? [])]
}
