import { ProblemError } from '@repertoire/core/base'
import type { PackageFile } from '@repertoire/core/domain'
import { digestOf, manifestOf } from '@repertoire/core/ingest'
import type { RegistryPackage, RegistrySkill } from '@repertoire/core/ports'
import { clawHubHash } from '@repertoire/core/report'
import type { Diagnostic } from '@repertoire/skill-md'
import { readArchive } from '../archive/read-archive.ts'
import { remoteLimits } from '../http/limits.ts'
import { quoted } from '../http/quoted.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, requestBytes } from '../http/request-bytes.ts'
import { sha256 } from '../reading/sha256.ts'
import { installAnswer, resolveAnswer, versionAnswer } from './clawhub-answers.ts'
import { queryPath, skillPath } from './clawhub-api.ts'
import { notInRegistry, type RegistryId } from './registry-id.ts'
import { type RegistryConnection, requestJson } from './request-json.ts'

/** One version of a skill that is not refused. */
export interface ClawHubVersion {
  readonly id: RegistryId
  readonly version: string
  readonly skill: RegistrySkill
  readonly licence: string
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Downloads a version and checks it against the digests of its files, or else against the hash that the registry
 * resolves. Files that the version does not list are left out.
 */
export async function fetchVersion(
  api: RegistryConnection,
  wanted: ClawHubVersion,
  signal: AbortSignal,
): Promise<RegistryPackage> {
  await checkInstall(api, wanted, signal)
  const downloaded = await download(api, wanted, signal)
  const path = skillPath(wanted.id, `/versions/${encodeURIComponent(wanted.version)}`)
  const answer = await requestJson(api, { path, schema: versionAnswer, signal })
  const listed = answer?.version.files
  const kept = listed
    ? listedFiles(api, downloaded.files, listed)
    : await resolvedFiles(api, { files: downloaded.files, wanted, signal })
  const left = downloaded.files.filter((file) => !kept.includes(file))
  return {
    skill: wanted.skill,
    licence: wanted.licence,
    files: kept,
    hash: digestOf(manifestOf(kept, sha256), sha256),
    diagnostics: [...wanted.diagnostics, ...downloaded.diagnostics, ...unlisted(left)],
  }
}

async function checkInstall(
  api: RegistryConnection,
  { id }: ClawHubVersion,
  signal: AbortSignal,
): Promise<void> {
  const request = { path: skillPath(id, '/install'), schema: installAnswer, signal }
  const answer = await requestJson(api, request)
  if (!answer) return
  if (!answer.ok) {
    throw remoteProblem(api.family, 'unsupported', {
      message: `The registry does not give out "${id.slug}": ${quoted(answer.message || answer.reason)}.`,
    })
  }
  if (answer.installKind === 'github') {
    const { repo, path } = answer.github
    throw remoteProblem(api.family, 'unsupported', {
      message: `"${id.slug}" is kept in a repository on GitHub and not in the registry.`,
      hint: `Add the repository ${quoted(repo)} as a source, with the path ${quoted(path)}.`,
    })
  }
}

async function download(api: RegistryConnection, wanted: ClawHubVersion, signal: AbortSignal) {
  const { family, baseUrl, token } = api
  const path = queryPath('download', wanted.id, { version: wanted.version })
  const answer = await requestBytes(api, {
    ...{ url: `${baseUrl}${path}`, token, signal },
    accept: 'application/zip',
    maxBytes: remoteLimits.archiveBytes,
  })
  if (answer.status !== 'ok') throw notInRegistry(family, wanted.skill.id)
  const archive = await readArchive(answer.bytes)
  if (!archive) throw invalidAnswer(family, hostOf(baseUrl), 'the download is no archive')
  if (!archive.ok) throw new ProblemError(archive.problem)
  return archive
}

function listedFiles(
  api: RegistryConnection,
  files: readonly PackageFile[],
  listed: readonly { readonly path: string; readonly sha256: string }[],
): readonly PackageFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return listed.map(({ path, sha256: expected }) => {
    const file = byPath.get(path)
    if (!file || sha256(file.bytes) !== expected.toLowerCase()) throw hashMismatch(api, path)
    return file
  })
}

async function resolvedFiles(
  api: RegistryConnection,
  download: {
    readonly files: readonly PackageFile[]
    readonly wanted: ClawHubVersion
    readonly signal: AbortSignal
  },
): Promise<readonly PackageFile[]> {
  const { files, wanted, signal } = download
  const path = queryPath('resolve', wanted.id, {
    hash: clawHubHash(manifestOf(files, sha256), sha256),
  })
  const answer = await requestJson(api, { path, schema: resolveAnswer, signal })
  if (answer && answer.match?.version !== wanted.version) throw hashMismatch(api, 'the archive')
  return files
}

function hashMismatch({ family }: RegistryConnection, what: string) {
  return remoteProblem(family, 'hash-mismatch', {
    message: `The download is not what the registry lists: ${quoted(what)} is missing or differs.`,
    hint: 'Try again later, or contact its operator.',
  })
}

function unlisted(files: readonly PackageFile[]): readonly Diagnostic[] {
  const [first] = files
  if (!first) return []
  const message = `${files.length} files are left out, which the registry does not list for this version: ${quoted(first.path)}, for example.`
  return [{ code: 'registry.unlisted-files', severity: 'info', line: 1, column: 1, message }]
}
