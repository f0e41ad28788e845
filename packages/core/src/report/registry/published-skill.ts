import { shownDescription, slugify } from '@repertoire/skill-md'
import type { PublishedSkill } from '../../domain/published-skill.ts'
import type { Revision, Skill } from '../../domain/skill.ts'

export interface PublishedCatalogue {
  readonly skills: readonly PublishedSkill[]
  /** Skills that no client could take, and why. */
  readonly leftOut: readonly { readonly slug: string; readonly reason: string }[]
}

/** Whether a skill is given to other servers at all: one of the organisation that its agents are offered. */
export function isPublished({ scope, enabled, archivedAt }: Skill): boolean {
  return scope.kind === 'org' && enabled && archivedAt === null
}

/**
 * Skills as a registry offers them, in the given order. Those that are not {@link isPublished} never appear. A skill
 * without a description, or without a name in the letters of the format, is left out, and so is the second of one name.
 */
export function publishedSkills(skills: readonly Skill[]): PublishedCatalogue {
  const published = new Map<string, PublishedSkill>()
  const leftOut: { slug: string; reason: string }[] = []
  for (const skill of skills.filter(isPublished)) {
    const name = slugify(skill.slug)
    const reason = reasonToLeaveOut(skill, name, published)
    if (reason === undefined) published.set(name, publishedSkill(skill, name))
    else leftOut.push({ slug: skill.slug, reason })
  }
  return { skills: [...published.values()], leftOut }
}

function reasonToLeaveOut(
  { head }: Skill,
  name: string,
  others: ReadonlyMap<string, PublishedSkill>,
): string | undefined {
  if (name === '') return 'its slug has no letter or digit of the format'
  if (others.has(name)) return `another skill is offered as ${name}`
  if (head.description.trim() === '') return 'it has no description'
  return undefined
}

function publishedSkill(skill: Skill, name: string): PublishedSkill {
  const { id, head, useCount, lastUsedAt, updatedAt } = skill
  const { description, tags, license, digest, number, createdAt, manifest } = head
  return {
    id,
    name,
    title: head.name,
    description: shownDescription(description),
    tags,
    license: namedLicense(license),
    digest,
    revision: number,
    publishedAt: createdAt,
    manifest,
    installs: useCount,
    lastUsedAt,
    updatedAt,
  }
}

/** A published skill as it is in one of its revisions, under the name that it has now. Pure. */
export function publishedAtRevision(skill: PublishedSkill, revision: Revision): PublishedSkill {
  const { description, tags, license, digest, number, createdAt, manifest, name } = revision
  return {
    ...skill,
    ...{ title: name, tags, digest, manifest, revision: number, publishedAt: createdAt },
    description: shownDescription(description) || skill.description,
    license: namedLicense(license),
  }
}

/** Clients read a name or an SPDX expression; a whole licence text is a file of the package. */
function namedLicense(license: string): string | null {
  const named = license.trim()
  return named === '' || named.length > 200 || named.includes('\n') ? null : named
}
