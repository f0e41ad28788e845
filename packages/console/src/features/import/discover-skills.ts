import { plural } from '../../shared/design/numbers.ts'

/** A file somebody dropped or chose; its bytes are read only when they are sent. */
export interface FoundFile {
  /** Relative to what was dropped, `/`-separated. */
  readonly path: string
  readonly size: number
  readonly bytes: () => Promise<Uint8Array>
  /** Known of files in archives; a browser does not tell it of others. */
  readonly executable?: boolean
}

/** One skill to import: a folder with a SKILL.md, or a single Markdown file. */
export interface FoundSkill {
  /** Where it was found; unique within one discovery. */
  readonly path: string
  /** Paths relative to the skill's folder. */
  readonly files: readonly FoundFile[]
  /** Bytes of all files. */
  readonly size: number
}

export interface Discovery {
  readonly skills: readonly FoundSkill[]
  /** Paths of files that belong to no skill. */
  readonly ignored: readonly string[]
}

const clutter =
  /(^|\/)(\.git|node_modules|__MACOSX|__pycache__|\.venv)(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db)$/
const skillFile = /^skill\.md$/i

/** Whether this is the SKILL.md at the top of a skill's files, in any letter case. */
export function isSkillMd(path: string): boolean {
  return skillFile.test(path)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/**
 * Every folder that holds a SKILL.md (in any letter case), with the files below it; a file belongs to the
 * nearest such folder above it. When there is none at all, each Markdown file is a skill of its own.
 */
export function discoverSkills(given: readonly FoundFile[]): Discovery {
  const files = given.filter(({ path }) => !clutter.test(path))
  const folders = new Map<string, FoundFile[]>()
  for (const file of files) {
    if (skillFile.test(nameOf(file.path))) folders.set(folderOf(file.path), [])
  }
  if (folders.size === 0) return looseFiles(files)
  const ignored: string[] = []
  for (const file of files) {
    const home = nearest(folderOf(file.path), folders)
    if (home === null) ignored.push(file.path)
    else folders.get(home)?.push(within(home, file))
  }
  const skills = [...folders].map(([path, own]) => toSkill(path || 'SKILL.md', own))
  return { skills: skills.sort((a, b) => a.path.localeCompare(b.path)), ignored }
}

function nearest(folder: string, homes: ReadonlyMap<string, unknown>): string | null {
  for (let at = folder; ; at = folderOf(at)) {
    if (homes.has(at)) return at
    if (at === '') return null
  }
}

function within(home: string, file: FoundFile): FoundFile {
  const path = home === '' ? file.path : file.path.slice(home.length + 1)
  return { ...file, path: skillFile.test(path) ? 'SKILL.md' : path }
}

function looseFiles(files: readonly FoundFile[]): Discovery {
  const isNote = ({ path }: FoundFile) => /\.(md|markdown)$/i.test(path)
  const notes = files.filter(isNote)
  return {
    skills: notes.map((file) => toSkill(file.path, [{ ...file, path: 'SKILL.md' }])),
    ignored: files.filter((file) => !isNote(file)).map(({ path }) => path),
  }
}

/** Says which files are left out: the first few by name. */
export function sayIgnored(ignored: readonly string[]): string {
  if (ignored.length === 0) return ''
  const [named, more] = [ignored.slice(0, 3), ignored.length - 3]
  const names = more > 0 ? [...named, `${more} more`] : named
  return `${plural(ignored.length, 'file')} outside them will be left out: ${names.join(', ')}.`
}

/** The skill these files are; their paths are relative to its folder. */
export function toSkill(path: string, files: readonly FoundFile[]): FoundSkill {
  return { path, files, size: files.reduce((sum, { size }) => sum + size, 0) }
}
