import { open } from 'node:fs/promises'
import type { ImportItem } from '@repertoire/client'
import { folderNameOf, loadSkillMd, packageLimits, slugOf } from '@repertoire/skill-md'
import type { FoundFile, FoundSkill } from './find-skills.ts'
import { type ImportOutcome, localProblem } from './import-outcome.ts'
import { readArchive } from './read-archive.ts'

export type ReadSkill =
  | { ok: true; item: ImportItem; bytes: number; skillMd: Buffer; slug: string | undefined }
  | { ok: false; outcome: ImportOutcome }

/**
 * Reads a skill's files into an import item. An unreadable file or exceeded limit rejects this skill only: a
 * request that is too large would fail the others in it.
 */
export async function readSkill(found: FoundSkill): Promise<ReadSkill> {
  if (found.archive !== undefined) return readArchived(found, found.archive)
  const files = [{ ...found.skillMd, path: 'SKILL.md' }, ...found.others]
  if (files.length > packageLimits.files) {
    return reject(found, {
      code: 'package.too-many-files',
      message: `The skill has ${files.length} files; at most ${packageLimits.files} are allowed.`,
    })
  }
  const item: ImportItem = { path: found.path, files: [] }
  let bytes = 0
  let skillMd: Buffer | undefined
  for (const file of files) {
    const read = await readFile(file, packageLimits.packageBytes - bytes).catch(
      (error: Error) => error,
    )
    if (read instanceof Error) {
      return reject(found, {
        code: 'file.unreadable',
        message: `${file.path} cannot be read: ${read.message}`,
      })
    }
    if (read === undefined) {
      return reject(found, {
        code: 'package.too-large',
        message: `The skill's files are over ${packageLimits.packageBytes} bytes together.`,
      })
    }
    skillMd ??= read.content
    bytes += read.content.length
    const { path } = file
    const content_base64 = read.content.toString('base64')
    item.files.push({ path, content_base64, executable: read.executable })
  }
  const first = skillMd ?? Buffer.alloc(0)
  return { ok: true, item, bytes, skillMd: first, slug: expectedSlug(first, found.path) }
}

async function readArchived(found: FoundSkill, archive: string): Promise<ReadSkill> {
  const read = await readArchive(archive).catch((error: Error) => error)
  if (read instanceof Error) {
    const message = `${found.path} cannot be read: ${read.message}`
    return reject(found, { code: 'file.unreadable', message })
  }
  if ('problem' in read) return reject(found, read.problem)
  const files = [{ ...read.skillMd, path: 'SKILL.md' }, ...read.others]
  const item: ImportItem = {
    path: read.path,
    files: files.map(({ path, bytes, executable }) => {
      return { path, content_base64: Buffer.from(bytes).toString('base64'), executable }
    }),
  }
  const skillMd = Buffer.from(read.skillMd.bytes)
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return { ok: true, item, bytes, skillMd, slug: expectedSlug(skillMd, read.path) }
}

/** Undefined when it is larger than `maxBytes`; checked before reading. */
async function readFile(
  { file }: FoundFile,
  maxBytes: number,
): Promise<{ content: Buffer; executable: boolean } | undefined> {
  const handle = await open(file, 'r')
  try {
    const { size, mode } = await handle.stat()
    if (size > maxBytes) return undefined
    return { content: await handle.readFile(), executable: (mode & 0o111) !== 0 }
  } finally {
    await handle.close()
  }
}

/** The slug the server will assign. Used only to detect duplicates in one import; the server decides. */
function expectedSlug(skillMd: Buffer, path: string): string | undefined {
  const folderName = folderNameOf(path)
  const loaded = loadSkillMd(skillMd, { folderName })
  if (!loaded.ok) return undefined
  return slugOf(loaded.document.fields, folderName)
}

function reject({ path }: FoundSkill, problem: Parameters<typeof localProblem>[1]): ReadSkill {
  return { ok: false, outcome: localProblem(path, problem) }
}
