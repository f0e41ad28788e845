import { packageLimits, readPackageText } from '@repertoire/skill-md'
import { z } from 'zod'
import { type Problem, ProblemError } from '../../../base/errors.ts'
import type { RevisionDigest } from '../../../base/ids.ts'
import type { ManifestEntry, Revision, Skill } from '../../../domain/skill.ts'
import { pathInSkill } from '../../scripts/skill-folder.ts'
import {
  findByName,
  findNamedSkill,
  givenRevision,
  slugFromName,
  unavailableSkill,
  unknownSkill,
  usableSkill,
  usedSkillOf,
} from '../../tools/portable-skill.ts'
import {
  defineTool,
  type EffectOutcome,
  type ToolFacts,
  type ToolServices,
} from '../../tools/tool.ts'

/** The maximum number of paths in a refusal. */
const maxReportedPaths = 50

/** `read_skill_file`. */
export const readSkillFile = defineTool({
  name: 'read_skill_file',
  description:
    'Read one text file that a skill brings, by its path as use_skill tells it, e.g. references/template.md. Read only the files the task needs.',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('The name of the skill.'),
    path: z.string().min(1).max(1000).describe('Relative to the folder of the skill.'),
  }),
  skillField: 'name',
  permission: 'skills.read',
  policy: 'skill-enablement',
  answersFrom: 'services',
  exemptFromAllowlist: true,
  bind: ({ name, path }) => ({
    skillSlug: slugFromName(name),
    approvalRequest: (facts) => fileAccessProblem(facts, facts.skill?.slug ?? slugFromName(name)),
    effect: { kind: 'record', run: (services) => readFile(services, name, path) },
  }),
})

/**
 * Reads one revision of a skill. One that was revoked is not read, though a newer one is in use: a conversation may be
 * pinned to it. Throws ProblemError `skill.not-found` and `skill.revoked`.
 */
export async function revisionOf(
  { skills, viewer }: Pick<ToolServices, 'skills' | 'viewer'>,
  skill: Skill,
  digest: RevisionDigest,
): Promise<Revision> {
  if (skill.head.digest === digest) return skill.head
  const [gone] = await skills.withdrawn(viewer, [{ skillId: skill.id, digest }])
  if (gone?.reason === 'revoked') throw new ProblemError(revokedSince(skill.slug))
  const revisions = await skills.revisions(viewer, skill.id)
  const found = revisions.find((one) => one.digest === digest)
  if (found) return found
  throw new ProblemError(unknownSkill(skill.slug))
}

function revokedSince(slug: string): Problem {
  return {
    code: 'skill.revoked',
    kind: 'forbidden',
    message: `The text of "${slug}" that this conversation was given was revoked since, and its files with it.`,
    hint: 'Load the skill again to use its present text and files, or go on without it.',
    details: { slug },
  }
}

function noSuchFile(
  slug: string,
  requestedPath: string,
  manifest: readonly ManifestEntry[],
): Problem {
  const path = requestedPath.slice(0, 200)
  const files = manifest.map((one) => one.path).slice(0, maxReportedPaths)
  const more = manifest.length > files.length ? ` and ${manifest.length - files.length} more` : ''
  return {
    code: 'skill-file.not-found',
    kind: 'not-found',
    message: `The skill "${slug}" has no file ${JSON.stringify(path)}. Its files are: ${files.join(', ')}${more}.`,
    hint: 'Give one of these paths exactly; nothing outside the folder of the skill can be read.',
    details: { skill: slug, path, files },
  }
}

function tooLarge(slug: string, { path, size }: ManifestEntry): Problem {
  return {
    code: 'skill-file.too-large',
    kind: 'too-large',
    message: `${path} of the skill "${slug}" is ${size} bytes; only files of at most ${packageLimits.textBytes} bytes are read.`,
    hint: 'Go on without it, or tell the person that it would have to be split.',
    details: { skill: slug, path, size, limit: packageLimits.textBytes },
  }
}

function notText(slug: string, { path, size }: ManifestEntry): Problem {
  return {
    code: 'skill-file.not-text',
    kind: 'unsupported',
    message: `${path} of the skill "${slug}" (${size} bytes) is not UTF-8 text, so it cannot be read here.`,
    hint: 'Go on without it; it is kept with the skill and comes along when the skill is exported.',
    details: { skill: slug, path, size },
  }
}

/** Where people approve skills, reading a skill's files needs the same approval. */
function fileAccessProblem(facts: ToolFacts, slug: string): Problem | null {
  const needsApproval = facts.settings.skillEnablementPolicy === 'prompt-user'
  if (!needsApproval || givenRevision(slug, facts)) return null
  return {
    code: 'skill-file.not-used',
    kind: 'forbidden',
    message: `In this organisation a person is asked before "${slug}" is used, and so before its files are read.`,
    hint: 'Call use_skill with its name first.',
    details: { skill: slug },
  }
}

async function readFile(
  services: ToolServices,
  name: string,
  requestedPath: string,
): Promise<EffectOutcome> {
  const { skills, viewer } = services
  const { skill, digest } = await resolveRevision(services, name)
  const revision = await revisionOf(services, skill, digest)
  const written = pathInSkill(requestedPath)
  const path = written.startsWith('./') ? written.slice(2) : written
  const entry = revision.manifest.find((one) => one.path === path)
  if (!entry) throw new ProblemError(noSuchFile(skill.slug, requestedPath, revision.manifest))
  if (entry.size > packageLimits.textBytes) throw new ProblemError(tooLarge(skill.slug, entry))
  const bytes = await skills.file(viewer, skill.id, digest, entry.path)
  if (!bytes) throw new ProblemError(noSuchFile(skill.slug, requestedPath, []))
  const read = readPackageText(bytes)
  if (!read.ok) throw new ProblemError(notText(skill.slug, entry))
  return {
    output: { name: skill.slug, path: entry.path, content: read.text },
    events: [{ type: 'skills-read', skills: [{ ...usedSkillOf(skill), digest }] }],
  }
}

/**
 * The revision that the conversation was given, so that files and instructions match; otherwise the current
 * one.
 */
async function resolveRevision(
  services: ToolServices,
  name: string,
): Promise<{ skill: Skill; digest: RevisionDigest }> {
  const { skills, viewer } = services
  const slug = (await findByName(services, name))?.slug ?? slugFromName(name)
  const given = givenRevision(slug, services)
  if (!given) {
    const found = usableSkill(await findNamedSkill(services, name), name)
    return { skill: found, digest: found.head.digest }
  }
  const skill = await skills.get(viewer, given.skillId)
  const problem = unavailableSkill(skill, name)
  if (problem || !skill) throw new ProblemError(problem ?? unknownSkill(name))
  return { skill, digest: given.digest }
}
