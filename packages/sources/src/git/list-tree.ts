import { createHash } from 'node:crypto'
import { isLicenceAbove } from '@repertoire/skill-md/licence'
import { canBeFlatSkill, isSkillMd } from './skill-file-names.ts'

/** An entry of the tree, from the root of the repository. */
export interface TreeEntry {
  readonly mode: string
  readonly sha: string
  readonly path: string
}

/** A folder with a SKILL.md, or one Markdown file that is a skill of its own. */
export interface SkillFolder {
  /** Its path from the root; `.` for the root itself. */
  readonly id: string
  /** Changes exactly when a file of the folder, or a licence above it, does; ends with the id of its SKILL.md. */
  readonly token: string
  /** Files, links and submodules below it, without those of skills inside it; of a lone file that file. */
  readonly entries: readonly TreeEntry[]
  /** Licence files and notices above it, the nearest first. */
  readonly licences: readonly TreeEntry[]
}

const maxLicences = 5
const line = /^(\d{6}) (blob|tree|commit) ([0-9a-f]{40})\t(.*)$/s

/** One line of `ls-tree -r -t -z`. */
export function parseTreeLine(text: string): TreeEntry | null {
  const match = line.exec(text)
  return match && { mode: match[1] as string, sha: match[3] as string, path: match[4] as string }
}

/** The skills in a tree below a folder; `''` for the whole repository. Pure. */
export function findSkillFolders(
  entries: readonly TreeEntry[],
  below: string,
): readonly SkillFolder[] {
  const isFolder = foldersWithSkillMd(entries, below)
  const members = new Map<string, TreeEntry[]>([...isFolder].map((folder) => [folder, []]))
  const files = entries.filter(({ mode }) => mode !== '040000')
  for (const entry of files) {
    const owner = ownerOf(entry.path, isFolder)
    if (owner !== undefined) members.get(owner)?.push(entry)
  }
  const licences = licencesByFolder(files)
  const found = [...isFolder].map((folder) => ({
    id: folder === '' ? '.' : folder,
    ...{ entries: members.get(folder) ?? [], licences: licencesAbove(folder, licences) },
  }))
  return found.map(withToken)
}

/**
 * The Markdown files below a folder that no skill folder has: each could be a skill of its own. Not those that
 * repositories have for their readers, nor anything in a hidden folder. Pure.
 */
export function findFlatFiles(
  entries: readonly TreeEntry[],
  below: string,
): readonly SkillFolder[] {
  const prefix = prefixOf(below)
  const isFolder = foldersWithSkillMd(entries, below)
  const licences = licencesByFolder(entries)
  const found = entries
    .filter(({ path, mode }) => isFile(mode) && path.startsWith(prefix))
    .filter(({ path }) => canBeFlatSkill(path.slice(prefix.length)))
    .filter(({ path }) => ownerOf(path, isFolder) === undefined)
    .map((file) => ({
      id: file.path,
      ...{ entries: [file], licences: licencesAbove(file.path, licences) },
    }))
  return found.map(withToken)
}

export function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755' || mode === '100664'
}

function prefixOf(below: string): string {
  return below === '' ? '' : `${below}/`
}

function foldersWithSkillMd(entries: readonly TreeEntry[], below: string): ReadonlySet<string> {
  const found = entries.filter(
    ({ path, mode }) => isFile(mode) && path.startsWith(prefixOf(below)) && isSkillMd(path),
  )
  return new Set(found.map(({ path }) => folderOf(path)))
}

function folderOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** The innermost skill folder that a path is in. */
function ownerOf(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder
    if (folder === '') return undefined
  }
}

function licencesByFolder(
  entries: readonly TreeEntry[],
): ReadonlyMap<string, readonly TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>()
  for (const file of entries.filter(({ path, mode }) => isFile(mode) && isLicenceAbove(path))) {
    const folder = folderOf(file.path)
    const others = folders.get(folder)
    if (others) others.push(file)
    else folders.set(folder, [file])
  }
  return folders
}

/** Walks up from the folder, so that many licences cost no more than few. */
function licencesAbove(
  folder: string,
  licences: ReadonlyMap<string, readonly TreeEntry[]>,
): readonly TreeEntry[] {
  const above: TreeEntry[] = []
  for (let parent = folder; parent !== '' && above.length < maxLicences; ) {
    parent = folderOf(parent)
    above.push(...(licences.get(parent) ?? []).slice(0, maxLicences - above.length))
  }
  return above
}

function withToken(skill: Omit<SkillFolder, 'token'>): SkillFolder {
  const hash = createHash('sha256')
  for (const { mode, sha, path } of [...skill.entries, ...skill.licences]) {
    hash.update(`${mode} ${sha} ${path}\0`)
  }
  const main = skill.entries.find(({ path, mode }) => isFile(mode) && isSkillMd(path))
  const { sha } = main ?? skill.entries[0] ?? {}
  return { ...skill, token: `git:${hash.digest('hex')}:${sha}` }
}
