import type { SourceItem } from '@repertoire/core/ports'
import type { Diagnostic, PackageFile } from '@repertoire/skill-md'
import { remoteProblem } from '../http/remote-problems.ts'
import { notListed } from '../reading/source-items.ts'
import { gitLimits } from './git-limits.ts'
import { isFile, type SkillFolder, type TreeEntry } from './list-tree.ts'
import type { GitBlob } from './read-objects.ts'

const lfsPointer = 'version https://git-lfs.github.com/spec/'

export interface FolderContents {
  /** Ends the reading. */
  readonly signal: AbortSignal
  /** Of these ids, in order. */
  blobs(ids: readonly string[]): Promise<readonly GitBlob[]>
}

/** The items of folders, one after the other. */
export async function* readSkillFolders(
  contents: FolderContents,
  folders: readonly SkillFolder[],
  ids: readonly string[],
): AsyncGenerator<SourceItem> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const licences = new Map<string, string | null>()
  for (const group of groupsOf(ids.map((id) => ({ id, folder: byId.get(id) })))) {
    contents.signal.throwIfAborted()
    const known = await readTogether(contents, group)
    for (const { id, folder } of group) {
      contents.signal.throwIfAborted()
      yield folder ? await readFolder(known, folder, licences) : notListed(id)
    }
  }
}

interface WantedFolder {
  readonly id: string
  readonly folder: SkillFolder | undefined
}

/** Small folders together: each question to git takes a while, however few files it asks for. */
function* groupsOf(wanted: readonly WantedFolder[]): Generator<readonly WantedFolder[]> {
  let group: WantedFolder[] = []
  let files = 0
  for (const one of wanted) {
    const size = one.folder?.entries.length ?? 0
    if (group.length > 0 && files + size > gitLimits.filesAtOnce) {
      yield group
      group = []
      files = 0
    }
    group.push(one)
    files += size
  }
  if (group.length > 0) yield group
}

/** The contents with the files of a group at hand; a folder that is alone is read in its own pieces. */
async function readTogether(
  contents: FolderContents,
  group: readonly WantedFolder[],
): Promise<FolderContents> {
  if (group.length < 2) return contents
  const files = group.flatMap(
    ({ folder }) => folder?.entries.filter(({ mode }) => isFile(mode)) ?? [],
  )
  const shas = [...new Set(files.map(({ sha }) => sha))]
  const blobs = await contents.blobs(shas)
  const known = new Map(shas.map((sha, at) => [sha, blobs[at] as GitBlob]))
  const blobsOf = async (asked: readonly string[]) => {
    const found = asked.flatMap((sha) => known.get(sha) ?? [])
    return found.length === asked.length ? found : contents.blobs(asked)
  }
  return { signal: contents.signal, blobs: blobsOf }
}

async function readFolder(
  contents: FolderContents,
  folder: SkillFolder,
  known: Map<string, string | null>,
): Promise<SourceItem> {
  const { id, entries } = folder
  const diagnostics = entries.filter(({ mode }) => !isFile(mode)).map(leftOut)
  const wanted = entries.filter(({ mode }) => isFile(mode))
  if (wanted.length > gitLimits.packageFiles) return { id, problem: tooManyFiles(wanted.length) }
  const files: PackageFile[] = []
  let size = 0
  for (let at = 0; at < wanted.length; at += gitLimits.filesAtOnce) {
    const batch = wanted.slice(at, at + gitLimits.filesAtOnce)
    const blobs = await contents.blobs(batch.map(({ sha }) => sha))
    for (const [index, entry] of batch.entries()) {
      const bytes = blobs[index]?.bytes
      const path = pathInSkill(entry.path, id)
      if (!bytes) return { id, problem: fileTooLarge(path) }
      size += bytes.length
      if (size > gitLimits.packageBytes) return { id, problem: folderTooLarge() }
      if (isPointer(bytes)) diagnostics.push(pointer(path))
      files.push({ path, bytes, executable: entry.mode === '100755' })
    }
  }
  return { id, files, diagnostics, licences: await licenceTexts(contents, folder, known) }
}

/** A lone Markdown file is the SKILL.md of its skill. */
function pathInSkill(path: string, id: string): string {
  return path === id ? 'SKILL.md' : path.slice(id === '.' ? 0 : id.length + 1)
}

async function licenceTexts(
  contents: FolderContents,
  { licences }: SkillFolder,
  known: Map<string, string | null>,
) {
  const missing = licences.filter(({ sha }) => !known.has(sha))
  const blobs = await contents.blobs(missing.map(({ sha }) => sha))
  for (const [at, { sha }] of missing.entries()) {
    const bytes = blobs[at]?.bytes
    known.set(sha, bytes ? new TextDecoder().decode(bytes) : null)
  }
  return licences.flatMap(({ path, sha }) => {
    const text = known.get(sha)
    return text ? [{ path, text }] : []
  })
}

function isPointer(bytes: Uint8Array): boolean {
  return (
    bytes.length < 1_000 && new TextDecoder().decode(bytes.subarray(0, 60)).startsWith(lfsPointer)
  )
}

function leftOut({ path, mode }: TreeEntry): Diagnostic {
  const what = mode === '120000' ? 'a symbolic link' : 'a submodule'
  return remark('package.left-out', `${path} is ${what}, and was left out.`)
}

function pointer(path: string): Diagnostic {
  return remark('package.lfs-pointer', `${path} is a pointer of Git LFS, not the file itself.`)
}

function remark(code: string, message: string): Diagnostic {
  return { code, severity: 'warning', message, line: 1, column: 1 }
}

function fileTooLarge(path: string) {
  return remoteProblem('source', 'too-large', {
    message: `"${path.slice(0, 200)}" has more than ${gitLimits.blobBytes} bytes.`,
    hint: 'A skill is read whole or not at all. Leave the file out of its folder.',
  }).problem
}

function tooManyFiles(count: number) {
  return remoteProblem('source', 'too-large', {
    message: `The folder of this skill has ${count} files; at most ${gitLimits.packageFiles} are read.`,
    hint: 'Move the skill into a folder of its own, or leave out what it does not need.',
  }).problem
}

function folderTooLarge() {
  return remoteProblem('source', 'too-large', {
    message: `The files of this skill have more than ${gitLimits.packageBytes} bytes together.`,
    hint: 'Leave out what the skill does not need.',
  }).problem
}
