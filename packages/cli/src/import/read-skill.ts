import { open } from 'node:fs/promises'
import type { ImportItem } from '@repertoire/client'
import { folderNameOf, loadSkillMd, packageLimits, slugOf } from '@repertoire/skill-md'
import type { FoundFile, FoundSkill } from './find-skills.ts'
import { refusedHere, type SkillOutcome } from './outcome.ts'
import { readArchive } from './read-archive.ts'

export type ReadSkill =
  | { ok: true; item: ImportItem; bytes: number; skillMd: Buffer; slug: string | undefined }
  | { ok: false; outcome: SkillOutcome }

/**
 * Reads a skill's files into what the server takes. A file that cannot be read refuses this skill only, and so does
 * more than the server takes: a request that is too large would fail the others in it.
 */
export async function readSkill(found: FoundSkill): Promise<ReadSkill> {
  if (found.archive !== undefined) return readArchived(found, found.archive)
  const files = [{ ...found.skillMd, path: 'SKILL.md' }, ...found.others]
  if (files.length > packageLimits.files) {
    return refuse(found, {
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
      return refuse(found, {
        code: 'file.unreadable',
        message: `${file.path} cannot be read: ${read.message}`,
      })
    }
    if (read === undefined) {
      return refuse(found, {
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
    return refuse(found, { code: 'file.unreadable', message })
  }
  if ('problem' in read) return refuse(found, read.problem)
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

/** Undefined when it is larger than `most` bytes; looked at before it is read. */
async function readFile(
  { file }: FoundFile,
  most: number,
): Promise<{ content: Buffer; executable: boolean } | undefined> {
  const handle = await open(file, 'r')
  try {
    const { size, mode } = await handle.stat()
    if (size > most) return undefined
    return { content: await handle.readFile(), executable: (mode & 0o111) !== 0 }
  } finally {
    await handle.close()
  }
}

/**
 * The slug the server will give it. Only used to see two of one slug in one import before they
 * overwrite each other; the server decides.
 */
function expectedSlug(skillMd: Buffer, path: string): string | undefined {
  const folderName = folderNameOf(path)
  const loaded = loadSkillMd(skillMd, { folderName })
  if (!loaded.ok) return undefined
  return slugOf(loaded.document.fields, folderName)
}

function refuse({ path }: FoundSkill, problem: Parameters<typeof refusedHere>[1]): ReadSkill {
  return { ok: false, outcome: refusedHere(path, problem) }
}
