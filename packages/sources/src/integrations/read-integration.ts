import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '@repertoire/core/base'
import type { BundledSkill, IntegrationFolder } from '@repertoire/core/ports'
import { packageProblem } from '@repertoire/skill-md'
import { integrationLimits } from './limits.ts'
import { badName, invalidPath, nameCollision, notFollowed, tooLarge } from './problems.ts'
import { isAbsent } from './read-file.ts'
import { readManifest } from './read-manifest.ts'
import { type ByteBudget, type ReadDepth, readSkillFolder } from './read-skill-folder.ts'

export interface IntegrationLocation {
  /** Absolute. */
  readonly folder: string
  readonly domain: string
  readonly how: ReadDepth
}

/** Reads the manifest and every `skills/<name>/` of an integration. A broken skill never hides the others. */
export async function readIntegration(location: IntegrationLocation): Promise<IntegrationFolder> {
  const { folder, domain } = location
  const { manifest, problem } = await readManifest(folder, domain)
  if (problem) return { domain, problem }
  const listed = await listSkills(join(folder, 'skills'), `${domain}/skills`)
  if ('problem' in listed) return { domain, problem: listed.problem }
  const budget: ByteBudget = { left: integrationLimits.integrationBytes }
  const skills: BundledSkill[] = []
  const seenNames = new Map<string, string>()
  for (const entry of listed.entries) {
    const skill = await readBundled(entry, { ...location, seenNames, budget })
    if (skill) skills.push(skill)
  }
  return { domain, manifest, skills }
}

type Listing = { readonly entries: readonly Dirent[] } | { readonly problem: Problem }

/** An integration without a skills folder has no skills; that is no error. */
async function listSkills(folder: string, path: string): Promise<Listing> {
  try {
    const status = await lstat(folder)
    if (!status.isDirectory()) return { problem: notFollowed(path) }
    const entries = await readdir(folder, { withFileTypes: true })
    if (entries.length > integrationLimits.skills) {
      return { problem: tooLarge(path, `at most ${integrationLimits.skills} skills are read`) }
    }
    return { entries: entries.sort((one, other) => (one.name < other.name ? -1 : 1)) }
  } catch (error) {
    return isAbsent(error) ? { entries: [] } : { problem: invalidPath(path, error) }
  }
}

interface Bundle extends IntegrationLocation {
  /** Names so far, by their form on a case-insensitive file system. */
  readonly seenNames: Map<string, string>
  readonly budget: ByteBudget
}

/** Undefined for files and hidden entries, which are not skills. */
async function readBundled(entry: Dirent, bundle: Bundle): Promise<BundledSkill | undefined> {
  const { name } = entry
  if (name.startsWith('.') || entry.isFile()) return undefined
  const path = `${bundle.domain}/skills/${name}`
  if (!entry.isDirectory()) return { name, problem: notFollowed(path) }
  const probe = { path: `${name}/SKILL.md`, bytes: new Uint8Array(), executable: false }
  if (packageProblem([probe])) return { name, problem: badName(path) }
  const key = name.normalize('NFKC').toLowerCase()
  const other = bundle.seenNames.get(key)
  if (other !== undefined) return { name, problem: nameCollision(path, other) }
  bundle.seenNames.set(key, path)
  const folder = join(bundle.folder, 'skills', name)
  return readSkillFolder({ how: bundle.how, folder, path, name }, bundle.budget)
}
