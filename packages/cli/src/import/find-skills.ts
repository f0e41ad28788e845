import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from '../exit-codes.ts'

export interface FoundFile {
  /** Absolute. */
  file: string
  /** Relative to the skill's folder, with `/`. */
  path: string
}

/** A skill on disk, not yet read. */
export interface FoundSkill {
  /** Where it lies in what was given, with `/`: what people and the server call it. */
  path: string
  skillMd: FoundFile
  /** Everything in the folder but the SKILL.md, nested skills and what is never followed. */
  others: FoundFile[]
  /** Absolute: the zip it is in, whole and not yet opened. */
  archive?: string
}

export interface Findings {
  skills: FoundSkill[]
  /** Markdown files that belong to no skill. */
  markdown: FoundFile[]
  /** Folders outside any skill that cannot be looked into: what they hold is not known. */
  unreadable: FoundFile[]
  /** Symbolic links seen and not followed: they can point anywhere. */
  links: number
}

const neverEntered = new Set(['.git', 'node_modules'])

/** Whether a file name is a SKILL.md's, in any case. */
export function isSkillMd(name: string): boolean {
  return name.toLowerCase() === 'skill.md'
}

/**
 * Finds the skills at a path a person named: a folder with a SKILL.md is one skill with all its files,
 * at any depth; a Markdown file is a skill of that file alone. Throws CommandError when the path is not
 * there or cannot be read. A folder further down that cannot be read never stops the rest: it counts as a
 * file of the skill it lies in, which nobody can read then either.
 */
export async function findSkills(named: string, cwd: string): Promise<Findings> {
  const path = resolve(cwd, named)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new CommandError(`There is no ${named}.`)
  const findings: Findings = { skills: [], markdown: [], unreadable: [], links: 0 }
  if (found.isFile() && isMarkdown(path)) {
    findings.skills.push(singleFile(path))
    return findings
  }
  if (!found.isDirectory()) {
    throw new CommandError(`${named} is neither a folder nor a Markdown file.`)
  }
  const loose = await explore({ folder: path, path: '' }, findings)
  findings.markdown = loose.filter((file) => isMarkdown(file.path))
  findings.unreadable = loose.filter((file) => file.path.endsWith('/'))
  for (const skill of findings.skills) if (skill.path === '') skill.path = basename(path)
  findings.skills.sort((one, other) => (one.path < other.path ? -1 : 1))
  return findings
}

/** The problem of a folder without what was looked for. */
export function noSkillIn(named: string): CommandError {
  return new CommandError(
    `There is no SKILL.md in ${named}.`,
    'A skill is a folder with one in it.',
  )
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path)

function singleFile(file: string): FoundSkill {
  const name = basename(file)
  const path = isSkillMd(name) ? `${basename(dirname(file))}/${name}` : name
  return { path, skillMd: { file, path: 'SKILL.md' }, others: [] }
}

interface Place {
  folder: string
  path: string
}

/**
 * Adds the skills at and below `place`; returns the files below that belong to none of them, and folders
 * that cannot be read, whose paths end with `/`.
 */
async function explore(place: Place, findings: Findings): Promise<FoundFile[]> {
  const loose: FoundFile[] = []
  const entries = await readEntries(place.folder).catch((error: Error) => error)
  if (entries instanceof Error) {
    if (place.path !== '') return [{ file: place.folder, path: '' }]
    throw new CommandError(`Cannot read the folder ${place.folder}: ${entries.message}`)
  }
  for (const entry of entries) {
    const below = { folder: join(place.folder, entry.name), path: entry.name }
    if (entry.isSymbolicLink()) findings.links += 1
    else if (entry.isFile()) loose.push({ file: below.folder, path: entry.name })
    else if (entry.isDirectory() && !neverEntered.has(entry.name)) {
      below.path = place.path === '' ? entry.name : `${place.path}/${entry.name}`
      const files = await explore(below, findings)
      loose.push(...files.map(({ file, path }) => ({ file, path: `${entry.name}/${path}` })))
    }
  }
  const candidates = loose.filter(({ path }) => isSkillMd(path))
  const skillMd = candidates.find(({ path }) => path === 'SKILL.md') ?? candidates[0]
  if (!skillMd) return loose
  const others = loose.filter((file) => file !== skillMd)
  findings.skills.push({ path: place.path, skillMd, others })
  return []
}

async function readEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
}
