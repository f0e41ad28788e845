import { createHash } from 'node:crypto'
import { isLicenceFile } from '@repertoire/skill-md/licence'

/** An entry of the tree, from the root of the repository. */
export interface TreeEntry {
  readonly mode: string
  readonly sha: string
  readonly path: string
}

/** A folder with a SKILL.md. */
export interface SkillFolder {
  /** From the root; `.` for the root itself. */
  readonly id: string
  /** Changes exactly when a file of the folder, or a licence above it, does; ends with the id of its SKILL.md. */
  readonly token: string
  /** Files, links and submodules below it, without those of skills inside it. */
  readonly entries: readonly TreeEntry[]
  /** Licence files above it, the nearest first. */
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
  const prefix = below === '' ? '' : `${below}/`
  const files = entries.filter(({ mode }) => mode !== '040000')
  const folders = files
    .filter(({ path, mode }) => isFile(mode) && path.startsWith(prefix) && isSkillMd(path))
    .map(({ path }) => folderOf(path))
  const isFolder = new Set(folders)
  const members = new Map<string, TreeEntry[]>(folders.map((folder) => [folder, []]))
  for (const entry of files) {
    const owner = ownerOf(entry.path, isFolder)
    if (owner !== undefined) members.get(owner)?.push(entry)
  }
  const licences = byFolder(files.filter(({ path, mode }) => isFile(mode) && isLicenceFile(path)))
  return [...isFolder].map((folder) => {
    const own = members.get(folder) ?? []
    const above = licencesAbove(folder, licences)
    return {
      id: folder === '' ? '.' : folder,
      token: tokenOf(own, above),
      entries: own,
      licences: above,
    }
  })
}

export function isFile(mode: string): boolean {
  return mode === '100644' || mode === '100755' || mode === '100664'
}

function isSkillMd(path: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(path)
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

function byFolder(files: readonly TreeEntry[]): ReadonlyMap<string, readonly TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>()
  for (const file of files) {
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

function tokenOf(own: readonly TreeEntry[], above: readonly TreeEntry[]): string {
  const hash = createHash('sha256')
  for (const { mode, sha, path } of [...own, ...above]) hash.update(`${mode} ${sha} ${path}\0`)
  const skillMd = own.find(({ path, mode }) => isFile(mode) && isSkillMd(path))
  return `git:${hash.digest('hex')}:${skillMd?.sha}`
}
