import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'

export interface FoundFile {
  /** Absolute. */
  file: string
  /** Relative to the skill's folder, with `/`. */
  path: string
}

/** A skill on disk, not yet read. */
export interface FoundSkill {
  /** Its path relative to the given path, with `/`, as shown to people and sent to the server. */
  path: string
  skillMd: FoundFile
  /** All files of the folder except SKILL.md, nested skills and ignored folders. */
  others: FoundFile[]
  /** Absolute path of the zip that contains it, not opened yet. */
  archive?: string
}

export interface Findings {
  skills: FoundSkill[]
  /** Markdown files outside of any skill. */
  markdown: FoundFile[]
  /** Folders outside of any skill that cannot be read. */
  unreadable: FoundFile[]
  /** Symbolic links that were skipped: they can point anywhere. */
  links: number
}

const ignoredFolders = new Set(['.git', 'node_modules'])

/** Whether a file name is SKILL.md, in any case. */
export function isSkillMd(name: string): boolean {
  return name.toLowerCase() === 'skill.md'
}

/**
 * Finds the skills at a path: a folder with a SKILL.md, at any depth, is one skill with all its files; a
 * Markdown file is a skill of one file. Throws CommandError when the path is missing or unreadable. An
 * unreadable folder further down never stops the rest: it counts as an unreadable file of its skill.
 */
export async function findSkills(givenPath: string, cwd: string): Promise<Findings> {
  const path = resolve(cwd, givenPath)
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new CommandError(`${givenPath} does not exist.`)
  const findings: Findings = { skills: [], markdown: [], unreadable: [], links: 0 }
  if (found.isFile() && isMarkdown(path)) {
    findings.skills.push(singleFile(path))
    return findings
  }
  if (!found.isDirectory()) {
    throw new CommandError(`${givenPath} is neither a folder nor a Markdown file.`)
  }
  const loose = await explore({ folder: path, path: '' }, findings)
  findings.markdown = loose.filter((file) => isMarkdown(file.path))
  findings.unreadable = loose.filter((file) => file.path.endsWith('/'))
  for (const skill of findings.skills) if (skill.path === '') skill.path = basename(path)
  findings.skills.sort((one, other) => (one.path < other.path ? -1 : 1))
  return findings
}

/** The error for a folder without skills. */
export function noSkillFound(givenPath: string): CommandError {
  return new CommandError(
    `There is no SKILL.md in ${givenPath}.`,
    'A skill is a folder with one in it.',
  )
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path)

function singleFile(file: string): FoundSkill {
  const name = basename(file)
  const path = isSkillMd(name) ? `${basename(dirname(file))}/${name}` : name
  return { path, skillMd: { file, path: 'SKILL.md' }, others: [] }
}

interface FolderLocation {
  folder: string
  path: string
}

/**
 * Adds the skills at and below a folder. Returns files that belong to no skill, and unreadable folders, whose
 * paths end with `/`.
 */
async function explore(location: FolderLocation, findings: Findings): Promise<FoundFile[]> {
  const loose: FoundFile[] = []
  const entries = await readEntries(location.folder).catch((error: Error) => error)
  if (entries instanceof Error) {
    if (location.path !== '') return [{ file: location.folder, path: '' }]
    throw new CommandError(`Cannot read the folder ${location.folder}: ${entries.message}`)
  }
  for (const entry of entries) {
    const below = { folder: join(location.folder, entry.name), path: entry.name }
    if (entry.isSymbolicLink()) findings.links += 1
    else if (entry.isFile()) loose.push({ file: below.folder, path: entry.name })
    else if (entry.isDirectory() && !ignoredFolders.has(entry.name)) {
      below.path = location.path === '' ? entry.name : `${location.path}/${entry.name}`
      const files = await explore(below, findings)
      loose.push(...files.map(({ file, path }) => ({ file, path: `${entry.name}/${path}` })))
    }
  }
  const candidates = loose.filter(({ path }) => isSkillMd(path))
  const skillMd = candidates.find(({ path }) => path === 'SKILL.md') ?? candidates[0]
  if (!skillMd) return loose
  const others = loose.filter((file) => file !== skillMd)
  findings.skills.push({ path: location.path, skillMd, others })
  return []
}

async function readEntries(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
}
