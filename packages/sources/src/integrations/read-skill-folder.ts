import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundledSkill, PackageFile, Problem } from '@repertoire/core'
import { packageLimits, packageProblem } from '@repertoire/skill-md'
import { notFollowed, tooLarge, unreadablePath } from './problems.ts'
import { isNotAFile, measureRegularFile, readRegularFile } from './read-file.ts'

/** What tools leave lying about, and no skill brings along. */
const neverRead = new Set(['.git', 'node_modules', '.DS_Store'])

/** Bytes an integration may still bring. */
export interface Room {
  left: number
}

export interface SkillFolder {
  readonly how: ReadingDepth
  /** Absolute. */
  readonly folder: string
  /** As people are told. */
  readonly path: string
  readonly name: string
}

/** `whole`: every file; `outline`: the others are only measured, and left empty. */
export type ReadingDepth = 'whole' | 'outline'

interface Reading {
  readonly how: ReadingDepth
  readonly files: PackageFile[]
  readonly remarks: Problem[]
  /** Bytes of the files so far, measured or read. */
  used: number
  readonly room: Room
}

/** Ends the reading of one skill: it cannot be had whole. */
class Unusable extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/**
 * Every file below a skill's folder (D8), within the limits of a package. Links and special files are left
 * out and told; a file or folder that cannot be read makes this skill unusable, and no other.
 */
export async function readSkillFolder(skill: SkillFolder, room: Room): Promise<BundledSkill> {
  const { name, path } = skill
  const reading: Reading = { how: skill.how, files: [], remarks: [], used: 0, room }
  try {
    await readInto(reading, { folder: skill.folder, path, below: '', depth: 1 })
  } catch (error) {
    if (error instanceof Unusable) return { name, problem: error.problem }
    return { name, problem: unreadablePath(path, error) }
  }
  const problem = packageProblem(reading.files)
  if (problem) return { name, problem }
  const { files, remarks } = reading
  return { name, files: skill.how === 'whole' ? files : files.filter(isSkillMd), remarks }
}

function isSkillMd({ path }: PackageFile): boolean {
  return path.toLowerCase() === 'skill.md'
}

interface Place {
  readonly folder: string
  readonly path: string
  /** Relative to the skill's folder, with a `/` at the end unless it is empty. */
  readonly below: string
  /** Of the entries in it. */
  readonly depth: number
}

async function readInto(reading: Reading, place: Place): Promise<void> {
  if (place.depth > packageLimits.pathDepth) {
    const what = `more than ${packageLimits.pathDepth} folders deep`
    throw new Unusable(tooLarge(place.path, what))
  }
  for (const entry of await readEntries(place)) {
    const { name } = entry
    const path = `${place.path}/${name}`
    const at = { folder: join(place.folder, name), path, below: `${place.below}${name}` }
    if (entry.isDirectory()) {
      await readInto(reading, { ...at, below: `${at.below}/`, depth: place.depth + 1 })
    } else if (entry.isFile()) {
      await addFile(reading, at)
    } else {
      reading.remarks.push(notFollowed(path))
    }
  }
}

async function readEntries({ folder, path }: Place): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !neverRead.has(name))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    throw new Unusable(unreadablePath(path, error))
  }
}

async function addFile(
  reading: Reading,
  { folder, path, below }: Omit<Place, 'depth'>,
): Promise<void> {
  const { files, remarks, room } = reading
  if (files.length >= packageLimits.files) {
    throw new Unusable(tooLarge(path, `a skill has at most ${packageLimits.files} files`))
  }
  const most = Math.min(packageLimits.packageBytes - reading.used, room.left)
  const whole = reading.how === 'whole' || below.toLowerCase() === 'skill.md'
  const look = whole ? readRegularFile : measureRegularFile
  const found = await look(folder, most).catch((error: unknown) => {
    if (isNotAFile(error)) return { kind: 'special' } as const
    throw new Unusable(unreadablePath(path, error))
  })
  if (found.kind === 'special') remarks.push(notFollowed(path))
  else if (found.kind === 'too-large') {
    throw new Unusable(tooLarge(path, 'there is no room left for it in this skill or integration'))
  } else {
    room.left -= found.size
    reading.used += found.size
    files.push({ path: below, bytes: found.bytes, executable: found.executable })
  }
}
