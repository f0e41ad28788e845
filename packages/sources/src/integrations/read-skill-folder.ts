import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import type { BundledSkill } from '@repertoire/core/ports'
import { packageLimits, packageProblem } from '@repertoire/skill-md'
import { invalidPath, notFollowed, tooLarge } from './problems.ts'
import { isNotAFile, measureRegularFile, readRegularFile } from './read-file.ts'

/** Files and folders of tools that are never part of a skill. */
const ignoredNames = new Set(['.git', 'node_modules', '.DS_Store'])

/** The remaining bytes of an integration. */
export interface ByteBudget {
  left: number
}

export interface SkillFolder {
  readonly how: ReadDepth
  /** Absolute. */
  readonly folder: string
  /** The path shown in messages. */
  readonly path: string
  readonly name: string
}

/** `whole` reads every file; `outline` reads only SKILL.md and measures the others. */
export type ReadDepth = 'whole' | 'outline'

interface Reading {
  readonly how: ReadDepth
  readonly files: PackageFile[]
  readonly remarks: Problem[]
  /** Bytes of the files so far, measured or read. */
  used: number
  readonly budget: ByteBudget
}

/** Aborts the reading of one skill that cannot be read completely. */
class UnusableSkillError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Reads every file below a skill's folder, within the package limits. Links and special files are skipped
 * with a remark; an unreadable file or folder makes this skill unusable, and no other.
 */
export async function readSkillFolder(
  skill: SkillFolder,
  budget: ByteBudget,
): Promise<BundledSkill> {
  const { name, path } = skill
  const reading: Reading = { how: skill.how, files: [], remarks: [], used: 0, budget }
  try {
    await readInto(reading, { folder: skill.folder, path, below: '', depth: 1 })
  } catch (error) {
    if (error instanceof UnusableSkillError) return { name, problem: error.problem }
    return { name, problem: invalidPath(path, error) }
  }
  const problem = packageProblem(reading.files)
  if (problem) return { name, problem }
  const { files, remarks } = reading
  return { name, files: skill.how === 'whole' ? files : files.filter(isSkillMd), remarks }
}

function isSkillMd({ path }: PackageFile): boolean {
  return path.toLowerCase() === 'skill.md'
}

interface FolderLocation {
  readonly folder: string
  readonly path: string
  /** Relative to the skill's folder, with a trailing `/` unless empty. */
  readonly below: string
  /** Depth of its entries. */
  readonly depth: number
}

async function readInto(reading: Reading, location: FolderLocation): Promise<void> {
  if (location.depth > packageLimits.pathDepth) {
    const what = `more than ${packageLimits.pathDepth} folders deep`
    throw new UnusableSkillError(tooLarge(location.path, what))
  }
  for (const entry of await readEntries(location)) {
    const { name } = entry
    const path = `${location.path}/${name}`
    const at = { folder: join(location.folder, name), path, below: `${location.below}${name}` }
    if (entry.isDirectory()) {
      await readInto(reading, { ...at, below: `${at.below}/`, depth: location.depth + 1 })
    } else if (entry.isFile()) {
      await addFile(reading, at)
    } else {
      reading.remarks.push(notFollowed(path))
    }
  }
}

async function readEntries({ folder, path }: FolderLocation): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !ignoredNames.has(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    throw new UnusableSkillError(invalidPath(path, error))
  }
}

async function addFile(
  reading: Reading,
  { folder, path, below }: Omit<FolderLocation, 'depth'>,
): Promise<void> {
  const { files, remarks, budget } = reading
  if (files.length >= packageLimits.files) {
    throw new UnusableSkillError(tooLarge(path, `a skill has at most ${packageLimits.files} files`))
  }
  const maxBytes = Math.min(packageLimits.packageBytes - reading.used, budget.left)
  const whole = reading.how === 'whole' || below.toLowerCase() === 'skill.md'
  const readOrMeasure = whole ? readRegularFile : measureRegularFile
  const found = await readOrMeasure(folder, maxBytes).catch((error: unknown) => {
    if (isNotAFile(error)) return { kind: 'special' } as const
    throw new UnusableSkillError(invalidPath(path, error))
  })
  if (found.kind === 'special') remarks.push(notFollowed(path))
  else if (found.kind === 'too-large') {
    throw new UnusableSkillError(
      tooLarge(path, 'it exceeds the limit of this skill or integration'),
    )
  } else {
    budget.left -= found.size
    reading.used += found.size
    files.push({ path: below, bytes: found.bytes, executable: found.executable })
  }
}
