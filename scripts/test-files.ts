// Finds the test files, and what is in them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Parts that consist of other programs: sandboxes, workflow engines, layers of packages. */
const partsWithPrograms = [
  'packages/sandbox/src/',
  'packages/server/src/runtime/engines/',
  'packages/server/src/runtime/layers/',
]

/** They ask git for the files of the tree, and nothing else. */
const onlyGit = ['scripts/vocabulary.test.ts', 'scripts/provenance.test.ts']

export const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The tests, browsers aside, that start other programs or threads: servers, sandboxes, shells. Paths from `root`. */
export function systemTests(root: string): readonly string[] {
  return testFiles(root).filter((test) => {
    if (test.endsWith('.browser.test.ts') || onlyGit.includes(test)) return false
    return (
      partsWithPrograms.some((part) => test.startsWith(part)) ||
      readTest(root, test).startsProcesses
    )
  })
}

/** All of the repository. Paths from `root`. */
export function testFiles(root: string): readonly string[] {
  return ['packages', 'scripts', 'skills'].flatMap((folder) => walk(root, folder)).filter(isTest)
}

export interface TestText {
  /** With that of the test's own helpers. */
  readonly text: string
  readonly startsProcesses: boolean
}

/** The text of a test and its local test helpers. */
export function readTest(root: string, test: string): TestText {
  const seen = new Set<string>()
  const pending = [test]
  let text = ''
  for (const file of pending) {
    if (seen.has(file) || !existsSync(join(root, file))) continue
    seen.add(file)
    const content = readFileSync(join(root, file), 'utf8')
    text += content
    for (const [, path = ''] of content.matchAll(/from '(\.[^']+\.tsx?)'/g)) {
      const helper = relative(root, join(root, dirname(file), path))
      if (isTest(helper) || /(^|\/)(testing|support|contract)\//.test(helper)) pending.push(helper)
    }
  }
  return { text, startsProcesses: /'node:(child_process|worker_threads)'/.test(text) }
}

function walk(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(root, path) : [path]
  })
}
