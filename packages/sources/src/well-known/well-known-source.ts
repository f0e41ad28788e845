import type {
  OpenedSource,
  OpenSourceRequest,
  SourceEntry,
  SourceNotice,
  SourceReader,
} from '@repertoire/core/ports'
import { remoteLimits } from '../http/limits.ts'
import type { HostedReaderOptions } from '../http/outbound-fetch.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester } from '../http/request-bytes.ts'
import { holdItems } from '../reading/loaded-items.ts'
import { sha256 } from '../reading/sha256.ts'
import { notListed, type ReadItem, readItems } from '../reading/source-items.ts'
import { unsupportedKind } from '../reading/unsupported-kind.ts'
import { etagVersion } from '../reading/version.ts'
import { type FoundIndex, findIndex } from './find-index.ts'
import type { IndexedSkill } from './indexed-skill.ts'
import { readSkill, type SkillRequest } from './read-skill.ts'

export interface WellKnownOptions extends HostedReaderOptions {
  /** Origins from which skills may come beside that of their index, e.g. `https://cdn.example.org`. None by default. */
  readonly allowedOrigins?: readonly string[]
}

/**
 * Reads sources of the kind `well-known`: both versions of the index. A skill is named by its name in the index. An index
 * that lists nothing usable is `source.empty`, never a source without skills.
 */
export function createWellKnownReader(options: WellKnownOptions): SourceReader {
  const requester: Requester = { fetch: options.fetch, family: 'source' }
  return {
    open: async (request) => {
      if (request.config.kind !== 'well-known') throw unsupportedKind(request.config.kind)
      const { hosts } = options
      const found = await findIndex(requester, { ...request, hosts, address: request.config.url })
      if (found === 'unchanged') return { status: 'unchanged' }
      const { allowedOrigins = [] } = options
      return openIndex(found, { requester, request, allowedOrigins, address: request.config.url })
    },
  }
}

interface OpenContext {
  readonly requester: Requester
  readonly request: OpenSourceRequest
  readonly allowedOrigins: readonly string[]
  readonly address: string
}

async function openIndex(found: FoundIndex, context: OpenContext): Promise<OpenedSource> {
  const { request, allowedOrigins, address } = context
  const index = found.parse(allowedOrigins)
  if (index.fault !== undefined) throw invalidAnswer('source', hostOf(found.url), index.fault)
  const skills = new Map(index.skills.map((skill) => [skill.name, skill]))
  const notices = [...movedNotices(address, found.url), ...index.notices]
  if (skills.size === 0) throw emptyIndex(notices)
  const skillRequest = skillRequestOf(context)
  const read: ReadItem = async (id) => {
    const skill = skills.get(id)
    return skill ? readSkill(skill, skillRequest) : notListed(id)
  }
  const { signal } = request
  const listed = [...skills.values()]
  const silent = listed.filter((skill) => tokenOf(skill) === null).map(({ name }) => name)
  refuseTooManyFiles(silent.flatMap((name) => filesOf(skills.get(name))).length)
  const held = await holdItems(silent, read, signal)
  const heldTokens = new Map(held.entries.map(({ id, token }) => [id, token]))
  const entries = listed.map((skill): SourceEntry => {
    return { id: skill.name, token: tokenOf(skill) ?? heldTokens.get(skill.name) ?? '' }
  })
  const version = versionOf(found, silent.length > 0 ? entries : null)
  // A server that sends the list again has not said that it is the same, whatever its ETag.
  const isOfContent = silent.length > 0 || found.etag === null
  if (isOfContent && version === request.knownVersion) return { status: 'unchanged' }
  const readOne: ReadItem = (id) => (heldTokens.has(id) ? held.read(id) : read(id))
  return {
    status: 'changed',
    ...{ version, entries, notices },
    read: readItems(readOne, signal),
    close: async () => undefined,
  }
}

function skillRequestOf({ requester, request, address }: OpenContext): SkillRequest {
  const { origin } = new URL(address)
  return {
    requester,
    signal: request.signal,
    tokenFor: (url) => (new URL(url).origin === origin ? request.token : null),
  }
}

function filesOf(skill: IndexedSkill | undefined): readonly unknown[] {
  return skill?.form === 'files' ? skill.files : []
}

function refuseTooManyFiles(count: number): void {
  const limit = remoteLimits.heldFiles
  if (count <= limit) return
  throw remoteProblem('source', 'too-large', {
    message: `The index lists ${count} files and says nothing about their versions; at most ${limit} are read to compare them.`,
    hint: 'Contact its operator to give each entry a version, or to use version 0.2 of the index.',
    details: { limit },
  })
}

/** Null when only the files themselves tell whether the skill has changed. */
function tokenOf(skill: IndexedSkill): string | null {
  if (skill.form === 'artifact') return skill.digest
  if (skill.version === null) return null
  return `sha256:${sha256(JSON.stringify([skill.version, skill.files.map(({ path }) => path)]))}`
}

/** The version of a source; that of an index says nothing about files it has no versions of. */
function versionOf(found: FoundIndex, held: readonly SourceEntry[] | null): string {
  if (held) return `files:${sha256(JSON.stringify(held.map(({ id, token }) => [id, token])))}`
  return found.etag === null ? `sha256:${sha256(found.bytes)}` : etagVersion(found.etag)
}

function movedNotices(address: string, url: string): readonly SourceNotice[] {
  const [before, now] = [new URL(address), new URL(url)]
  if (before.origin === now.origin) return []
  const message = `${before.host} sends to ${now.host} for its index; the skills come from there.`
  return [{ code: 'owner.changed', message }]
}

function emptyIndex(notices: readonly SourceNotice[]) {
  return remoteProblem('source', 'empty', {
    message: ['The index lists no skill that can be read.', notices[0]?.message ?? '']
      .join(' ')
      .trim(),
    hint: 'Skills that were taken from it before stay. Contact its operator.',
  })
}
