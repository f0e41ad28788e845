import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const declaration =
  /\bexport\s+(?:default\s+)?(?:async\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g

export interface ExportedName {
  readonly name: string
  /** Relative to the repository. */
  readonly file: string
}

/** The name of every source file, and of everything that one exports. Tests and migrations are left out. */
export function exportedNames(): ExportedName[] {
  const listed = execFileSync('git', ['ls-files', 'packages', 'scripts', 'bench'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .filter((file) => !/\.test\.|\/migrations\/|\.d\.ts$/.test(file))
    .filter((file) => existsSync(join(root, file)))
  return files.flatMap((file) => [
    { name: basename(file).replace(/\.(?:ts|tsx|mjs)$/, ''), file },
    ...[...readFileSync(join(root, file), 'utf8').matchAll(declaration)].map(([, name = '']) => ({
      ...{ name, file },
    })),
  ])
}

/** The words of a name in lower case: `parseSkillMd` has `parse` and `skill`. Two letters are no word. */
export function wordsOf(name: string): string[] {
  return [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => word.length > 2)
}
