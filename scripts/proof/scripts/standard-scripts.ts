import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readSkillFolders, type SkillFolder } from '../packages/skill-folders.ts'

/** A script of a public skill that needs nothing but what its interpreter brings. */
export interface StandardScript {
  readonly folder: SkillFolder
  /** In the skill's folder. */
  readonly path: string
  /** It reads its arguments by a parser that knows `--help`, so it has to answer. */
  readonly knowsHelp: boolean
}

/** In order of their folders, each text once. */
export function standardScripts(): StandardScript[] {
  const folders = readSkillFolders().filter((folder) => !asksForPackages(folder))
  const all = folders.flatMap((folder) =>
    folder.files.map(({ path, bytes }) => ({ folder, path, text: bytes.toString() })),
  )
  const plainPython = onlyStandardLibrary(
    all
      .filter(({ path }) => path.endsWith('.py'))
      .map(({ folder, path }) => join(folder.folder, path)),
  )
  const seen = new Set<string>()
  return all
    .filter(({ folder, path, text }) => {
      if (path.endsWith('.py')) return plainPython.has(join(folder.folder, path))
      if (/\.[cm]?[jt]s$/.test(path)) return needsOnlyNode(text)
      return path.endsWith('.sh')
    })
    .filter(({ text }) => {
      const digest = createHash('sha256').update(text).digest('hex')
      return !seen.has(digest) && Boolean(seen.add(digest))
    })
    .map(({ folder, path, text }) => ({ folder, path, knowsHelp: answersHelp(text) }))
}

/** Its scripts are for the proof of layers. */
function asksForPackages({ files }: SkillFolder): boolean {
  return files.some(({ path, bytes }) => {
    if (path === 'requirements.txt') return true
    return path === 'package.json' && /"(?:peerD|d)ependencies"/.test(bytes.toString())
  })
}

function onlyStandardLibrary(files: readonly string[]): ReadonlySet<string> {
  const looked = spawnSync('python3', [join(import.meta.dirname, 'imports.py')], {
    input: files.join('\n'),
    encoding: 'utf8',
  })
  return new Set(looked.stdout.split('\n'))
}

/** One that first looks for a library it would rather have may end there. */
function answersHelp(text: string): boolean {
  return text.includes('.parse_args(') && !/ImportError|ModuleNotFoundError/.test(text)
}

function needsOnlyNode(text: string): boolean {
  const named = [...text.matchAll(/(?:require\(|from |import )\s*['"]([^'"]+)['"]/g)]
  return named.every(([, name = '']) => {
    const module = name.replace(/^node:/, '')
    return name.startsWith('.') || builtinModules.includes(module)
  })
}
