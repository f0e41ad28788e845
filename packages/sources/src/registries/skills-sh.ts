import { ProblemError } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import { digestOf, manifestOf, snapshotHashes } from '@repertoire/core/ingest'
import type { RegistryPackage, RegistrySkill, SkillRegistry } from '@repertoire/core/ports'
import { packageProblem } from '@repertoire/skill-md'
import { remoteLimits } from '../http/limits.ts'
import type { OutboundFetch } from '../http/outbound-fetch.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { sha256 } from '../reading/sha256.ts'
import { notInRegistry, parseRegistryId, type RegistryId } from './registry-id.ts'
import { validItems } from './registry-text.ts'
import {
  isRejected,
  type RegistryConnection,
  requestJson,
  requireJson,
  tokenRequired,
  tryJson,
} from './request-json.ts'
import {
  foundList,
  foundSkill,
  listedSkill,
  type SkillFilesAnswer,
  skillFiles,
  skillList,
} from './skills-sh-answers.ts'

export interface RegistryOptions {
  readonly fetch: OutboundFetch
  /** E.g. `https://skills.sh`. */
  readonly baseUrl: string
  readonly token: string | null
}

/** A registry of the skills.sh shape, which Repertoire itself has too. */
export function createSkillsShRegistry({ baseUrl, ...options }: RegistryOptions): SkillRegistry {
  return skillsShRegistry({ ...options, family: 'registry', baseUrl: baseUrl.replace(/\/+$/, '') })
}

/**
 * The same over a connection. Its newer paths below `/api/v1` may need a token, so without one the older public ones are
 * asked first.
 */
export function skillsShRegistry(connection: RegistryConnection): SkillRegistry {
  return {
    search: ({ query, limit, signal }) => search(connection, { query, limit, signal }),
    trending: async ({ limit, signal }) => {
      const path = `/api/v1/skills?view=trending&per_page=${limit}`
      const { data } = await requireJson(connection, { path, schema: skillList, signal })
      return validItems(data, listedSkill).slice(0, limit)
    },
    metadata: async (id, signal) => {
      const parts = partsOf(connection, id)
      const answer = await requestJson(connection, filesRequest(newerPath(parts), signal))
      if (answer) return skillOf(parts, answer)
      const found = await search(connection, { query: parts.slug, limit: 50, signal })
      const skill = found.find((one) => one.id === id)
      if (!skill) throw notInRegistry(connection.family, id)
      return skill
    },
    fetch: (id, signal) => fetchSkill(connection, id, signal),
  }
}

interface Search {
  readonly query: string
  readonly limit: number
  readonly signal: AbortSignal
}

async function search(
  connection: RegistryConnection,
  { query, limit, signal }: Search,
): Promise<readonly RegistrySkill[]> {
  const asked = new URLSearchParams({ q: query, limit: String(limit) })
  const newer = { path: `/api/v1/skills/search?${asked}`, schema: skillList, signal }
  const older = { path: `/api/search?${asked}`, schema: foundList, signal }
  if (connection.token !== null) {
    const answer = await requestJson(connection, newer)
    if (answer) return validItems(answer.data, listedSkill).slice(0, limit)
  }
  const answer = await requestJson(connection, older)
  if (answer) return validItems(answer.skills, foundSkill).slice(0, limit)
  const { data } = await requireJson(connection, newer)
  return validItems(data, listedSkill).slice(0, limit)
}

async function fetchSkill(
  connection: RegistryConnection,
  id: string,
  signal: AbortSignal,
): Promise<RegistryPackage> {
  const parts = partsOf(connection, id)
  const paths = [olderPath(parts), newerPath(parts)]
  const refused: boolean[] = []
  for (const path of connection.token === null ? paths : paths.toReversed()) {
    const { body, code = 200 } = await tryJson(connection, filesRequest(path, signal))
    if (body?.files?.length) return packageOf(connection, parts, body)
    refused.push(isRejected(code))
  }
  // A public registry refuses its newer path without a token, and then the older one knows whether there is the skill.
  const isHidden = connection.token === null ? refused.every(Boolean) : refused.some(Boolean)
  if (isHidden) throw tokenRequired(connection)
  throw notInRegistry(connection.family, id)
}

function filesRequest(path: string, signal: AbortSignal) {
  return { path, schema: skillFiles, signal, maxBytes: remoteLimits.filesJsonBytes }
}

function packageOf(
  { family }: RegistryConnection,
  parts: SourcedId,
  answer: SkillFilesAnswer,
): RegistryPackage {
  const files = (answer.files ?? []).map(
    ({ path, contents, encoding, executable }): PackageFile => {
      const bytes = new Uint8Array(Buffer.from(contents, encoding ?? 'utf8'))
      return { path, bytes, executable }
    },
  )
  const problem = packageProblem(files)
  if (problem) throw new ProblemError(problem)
  const { hash } = answer
  const isKnownHash = hash !== null && /^[0-9a-f]{64}$/i.test(hash)
  if (isKnownHash && !snapshotHashes(files, sha256).includes(hash.toLowerCase())) {
    throw remoteProblem(family, 'hash-mismatch', {
      message: `The files of "${parts.slug}" are not those that the registry's hash is for.`,
      hint: 'Try again later, or contact its operator.',
    })
  }
  const digest = digestOf(manifestOf(files, sha256), sha256)
  return { skill: skillOf(parts, answer), files, hash: digest, licence: answer.license }
}

function skillOf({ source, slug }: SourcedId, answer: SkillFilesAnswer): RegistrySkill {
  const { name, description, installs, url } = answer
  return { id: `${source}/${slug}`, slug, source, name: name || slug, description, installs, url }
}

type SourcedId = RegistryId & { readonly source: string }

function partsOf({ family }: RegistryConnection, id: string): SourcedId {
  const parts = parseRegistryId(id)
  if (!parts || parts.source === null) throw notInRegistry(family, id)
  return { source: parts.source, slug: parts.slug }
}

const newerPath = (id: SourcedId): string => `/api/v1/skills/${encodedPath(id)}`
const olderPath = (id: SourcedId): string => `/api/download/${encodedPath(id)}`

function encodedPath({ source, slug }: SourcedId): string {
  return [...source.split('/'), slug].map(encodeURIComponent).join('/')
}
