import { setImmediate } from 'node:timers/promises'
import { packageLimits } from '@repertoire/skill-md'
import { isSelfDescribing } from '../reading/self-describing.ts'
import { gitLimits } from './git-limits.ts'
import { findFlatFiles, findSkillFolders, type SkillFolder, type TreeEntry } from './list-tree.ts'
import type { FolderContents } from './read-skill-folders.ts'

/**
 * The skills in a tree below a folder: each folder with a SKILL.md, and each other Markdown file outside of these.
 * Where no folder was named, a file counts only when its frontmatter has a name and a description.
 */
export async function findSkills(
  contents: FolderContents,
  entries: readonly TreeEntry[],
  below: string,
): Promise<readonly SkillFolder[]> {
  // Each pass over a large tree takes a while, and requests are answered between them.
  await setImmediate()
  const folders = findSkillFolders(entries, below)
  await setImmediate()
  const files = findFlatFiles(entries, below)
  await setImmediate()
  return [...folders, ...(below === '' ? await describingThemselves(contents, files) : files)]
}

async function describingThemselves(
  contents: FolderContents,
  files: readonly SkillFolder[],
): Promise<readonly SkillFolder[]> {
  const found: SkillFolder[] = []
  for (let at = 0; at < files.length; at += gitLimits.filesAtOnce) {
    contents.signal.throwIfAborted()
    const batch = files.slice(at, at + gitLimits.filesAtOnce)
    const blobs = await contents.blobs(batch.flatMap(({ entries }) => entries[0]?.sha ?? []))
    found.push(...batch.filter((_, index) => isDescribed(blobs[index]?.bytes ?? null)))
  }
  return found
}

function isDescribed(bytes: Uint8Array | null): boolean {
  return bytes !== null && bytes.length <= packageLimits.skillMdBytes && isSelfDescribing(bytes)
}
