import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { readSkillFolders, type SkillFolder } from '../packages/skill-folders.ts'

/** A script of a public skill that needs only its interpreter's standard library. */
export interface StandardScript {
  readonly folder: SkillFolder
  /** Relative to the skill's folder. */
  readonly path: string
  /** It uses an argument parser with `--help`, so it must exit with 0. */
  readonly supportsHelp: boolean
}

/** Ordered by folder, without duplicates. */
export function standardScripts(): StandardScript[] {
  const folders = readSkillFolders().filter((folder) => !requiresPackages(folder))
  const all = folders.flatMap((folder) =>
    folder.files.map(({ path, bytes }) => ({ folder, path, text: bytes.toString() })),
  )
  const plainPython = filterStandardLibraryOnly(
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
    .map(({ folder, path, text }) => ({ folder, path, supportsHelp: parsesArguments(text) }))
}

/** The proof of layers runs these. */
function requiresPackages({ files }: SkillFolder): boolean {
  return files.some(({ path, bytes }) => {
    if (path === 'requirements.txt') return true
    return path === 'package.json' && /"(?:peerD|d)ependencies"/.test(bytes.toString())
  })
}

function filterStandardLibraryOnly(files: readonly string[]): ReadonlySet<string> {
  const result = spawnSync('python3', [join(import.meta.dirname, 'imports.py')], {
    input: files.join('\n'),
    encoding: 'utf8',
  })
  return new Set(result.stdout.split('\n'))
}

/** A script that checks for an optional library may exit there. */
function parsesArguments(text: string): boolean {
  return text.includes('.parse_args(') && !/ImportError|ModuleNotFoundError/.test(text)
}

function needsOnlyNode(text: string): boolean {
  const named = [...text.matchAll(/(?:require\(|from |import )\s*['"]([^'"]+)['"]/g)]
  return named.every(([, name = '']) => {
    const module = name.replace(/^node:/, '')
    return name.startsWith('.') || builtinModules.includes(module)
  })
}
