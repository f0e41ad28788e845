import type { RegistrySkill, SkillRegistry } from '@repertoire/core/ports'
import type { Diagnostic } from '@repertoire/skill-md'
import type { z } from 'zod'
import { quoted } from '../http/quoted.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { hostOf } from '../http/request-bytes.ts'
import {
  type ClawHubSkill,
  foundList,
  foundSkill,
  type listedSkill as listedSchema,
  listedSkill,
  skillAnswer,
  skillList,
} from './clawhub-answers.ts'
import { findApiBase, skillPath } from './clawhub-api.ts'
import { type ClawHubVersion, fetchVersion } from './clawhub-package.ts'
import { notInRegistry, parseRegistryId, type RegistryId } from './registry-id.ts'
import { validItems } from './registry-text.ts'
import { type RegistryConnection, requestJson, requireJson } from './request-json.ts'
import type { RegistryOptions } from './skills-sh.ts'

/** A registry that also knows the version of a skill without its files. */
export interface VersionedRegistry extends SkillRegistry {
  /** Throws as `metadata`. */
  version(id: string, signal: AbortSignal): Promise<string>
}

/** A registry of the ClawHub shape. What it has found to be malicious is refused with `registry.malicious`. */
export function createClawHubRegistry({ baseUrl, ...options }: RegistryOptions): SkillRegistry {
  return clawHubRegistry({ ...options, family: 'registry', baseUrl: baseUrl.replace(/\/+$/, '') })
}

/** The same over a connection. */
export function clawHubRegistry(connection: RegistryConnection): VersionedRegistry {
  const findApi = findApiBase(connection)
  const host = hostOf(connection.baseUrl)
  const read = async (id: string, signal: AbortSignal): Promise<ClawHubVersion> => {
    const api = await findApi(signal)
    const parts = parseRegistryId(id)
    if (!parts) throw notInRegistry(api.family, id)
    const answer = await requestJson(api, { path: skillPath(parts), schema: skillAnswer, signal })
    if (!answer?.latestVersion) throw notInRegistry(api.family, id)
    const skill = { ...shown(answer.skill, parts.source, host), id }
    const { version, license: licence } = answer.latestVersion
    return { id: parts, version, skill, licence, diagnostics: moderated(api, parts, answer) }
  }
  return {
    search: async ({ query, limit, signal }) => {
      const asked = new URLSearchParams({ q: query, limit: String(limit) })
      const path = `/api/v1/search?${asked}`
      const { results } = await requireJson(await findApi(signal), {
        ...{ path, schema: foundList, signal },
      })
      return validItems(results, foundSkill)
        .slice(0, limit)
        .map(({ downloads, ...skill }) =>
          shown({ ...skill, stats: { downloads } }, skill.ownerHandle, host),
        )
    },
    trending: async ({ limit, signal }) => {
      const path = `/api/v1/skills?sort=trending&limit=${limit}`
      const { items } = await requireJson(await findApi(signal), {
        ...{ path, schema: skillList, signal },
      })
      return validItems(items, listedSkill)
        .slice(0, limit)
        .map((skill) => shown(skill, null, host))
    },
    metadata: async (id, signal) => (await read(id, signal)).skill,
    version: async (id, signal) => (await read(id, signal)).version,
    fetch: async (id, signal) =>
      fetchVersion(await findApi(signal), await read(id, signal), signal),
  }
}

type ListedSkill = z.output<typeof listedSchema>

function shown(skill: ListedSkill, owner: string | null, host: string): RegistrySkill {
  const { slug, displayName, summary, stats } = skill
  return {
    id: owner === null ? slug : `${owner}/${slug}`,
    slug,
    name: displayName || slug,
    description: summary,
    source: owner ?? host,
    installs: stats.downloads,
    url: null,
  }
}

/** What the registry's own scan says of the skill. Throws `.malicious`. */
function moderated(
  { family }: RegistryConnection,
  { slug }: RegistryId,
  { moderation }: ClawHubSkill,
): readonly Diagnostic[] {
  if (!moderation) return []
  const summary = moderation.summary === '' ? '' : `: ${quoted(moderation.summary)}`
  if (moderation.verdict === 'malicious' || moderation.isMalwareBlocked) {
    throw remoteProblem(family, 'malicious', {
      message: `The registry has found "${slug}" to be malicious${summary}.`,
      hint: 'It is not downloaded.',
    })
  }
  if (moderation.verdict !== 'suspicious' && !moderation.isSuspicious) return []
  const message = `The registry finds this skill suspicious${summary}.`
  const at = { line: 1, column: 1 }
  return [{ code: 'registry.suspicious', severity: 'warning', ...at, message }]
}
