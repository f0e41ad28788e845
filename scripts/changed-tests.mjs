// What `npm test -- --changed [base]` runs. Vitest follows imports by itself; this adds the tests that no
// import leads to: those that start one of our programs, and those that read the changed file by its name.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/** They look at the whole tree, or at what stands outside the packages. */
const alwaysRun = ['scripts/architecture.test.ts', 'scripts/embedding-example.test.ts']

/** Programs that are started by path, and so are in no manifest. */
const spawnedPrograms = { console: ['server'], cli: ['server', 'sandbox'], server: ['sandbox'] }

const isTest = (file) => /\.test\.tsx?$/.test(file)
const isCode = (file) => /\.(ts|tsx|mjs|cjs|js|py|css|html)$/.test(file) && !isTest(file)
const packageOf = (file) => /^packages\/([^/]+)\//.exec(file)?.[1]

// biome-ignore lint/style/noDefaultExport: this is how vitest finds a provider.
export default {
  findChangedFiles({ root, changedSince }) {
    const changed = changedFiles(root, changedSince)
    return [...changed, ...indirectTests(root, changed)].map((file) => join(root, file))
  },
}

/** What differs from the base, or from the last commit; also what is not committed and not added yet. */
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

/** The tests that a change concerns although they import nothing of it. */
export function indirectTests(root, changed) {
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

/** What a test would call it by; a name that many files have needs its folder's. */
function identifyingNames(file) {
  if (!/(^|\/)(index\.\w+|[A-Z]+\.md|\w+\.json)$/.test(file)) return [`/${basename(file)}`]
  return file.includes('/') ? [file.split('/').slice(-2).join('/')] : []
}

/** The packages that have one of these in them, by their manifests or because they start it. */
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

/** A test with the helpers beside it that are no part of the product. */
function readTest(root, test) {
  const seen = new Set()
  const pending = [test]
  let text = ''
  for (const file of pending) {
    if (seen.has(file) || !existsSync(join(root, file))) continue
    seen.add(file)
    const content = readFileSync(join(root, file), 'utf8')
    text += content
    for (const [, path] of content.matchAll(/from '(\.[^']+\.tsx?)'/g)) {
      const helper = relative(root, join(root, dirname(file), path))
      if (isTest(helper) || /(^|\/)(testing|support|contract)\//.test(helper)) pending.push(helper)
    }
  }
  return { text, startsProcesses: /'node:(child_process|worker_threads)'/.test(text) }
}

function testFiles(root) {
  return ['packages', 'scripts', 'skills'].flatMap((folder) => walk(root, folder)).filter(isTest)
}

function walk(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(root, path) : [path]
  })
}
