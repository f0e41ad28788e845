import {
  ProtocolError,
  ProtocolErrorCode,
  type Resource,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import {
  DIRECTORY_MIME_TYPE,
  RESOURCES_DIRECTORY_READ_METHOD,
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
} from '@modelcontextprotocol/server/ext/skills'
import type { TenantId } from '@repertoire/core/base'
import { anonymousViewer, type ManifestEntry } from '@repertoire/core/domain'
import { z } from 'zod'
import { recordAudit } from '../../../identity/audit/record-audit.ts'
import type { Caller } from '../../../identity/auth/authenticate.ts'
import type { Application } from '../../base/application.ts'
import type { ServedSkill, ServedSkills } from './served-skills.ts'

/** What a server says that it can do. */
export const skillsCapabilities = {
  prompts: { listChanged: true },
  resources: { listChanged: true },
  extensions: { [SKILLS_EXTENSION_ID]: { directoryRead: true } },
} as const

export interface SkillsCall {
  readonly app: Application
  readonly caller: Caller
  readonly traceId: string
  readonly skills: ServedSkills
}

/** A client asks again after this many milliseconds, unless it hears of a change before. */
const cache = { ttlMs: 30_000, cacheScope: 'private' } as const
/** A text that was revoked must not come from a client's cache. */
const uncached = { ttlMs: 0, cacheScope: 'private' } as const
/** Some clients stop after 250 pages. */
const pageSize = 200

const pageParams = z.looseObject({ cursor: z.string().max(2_000).optional() })
const uriParams = z.looseObject({ uri: z.string().max(4_000), cursor: z.string().optional() })

/**
 * The organisation's published skills by the protocol's own methods (SEP-2640), for clients that load skills themselves.
 * Names, files and digests only: what a client's model may do with a skill is for the client to ask its person.
 */
export function serveSkills(server: Server, call: SkillsCall): void {
  const tenantId: TenantId = call.caller.principal.tenantId
  const { skills } = call
  const find = async (uri: string) => (await skills.find(tenantId, uri)) ?? undefined

  server.setRequestHandler(SKILLS_LIST_METHOD, { params: pageParams }, async ({ cursor }) => {
    const { page, nextCursor } = pageOf((await skills.of(tenantId)).skills, cursor)
    return { skills: page.map(({ entry }) => entry), ...nextCursor, ...cache }
  })
  server.setRequestHandler(SKILLS_GET_METHOD, { params: uriParams }, async ({ uri }) => {
    const found = await find(uri)
    if (!found) throw unknown(uri)
    return { skill: found.entry, ...cache }
  })
  server.setRequestHandler(
    RESOURCES_DIRECTORY_READ_METHOD,
    { params: uriParams },
    async ({ uri, cursor }) => {
      const found = await find(skillOf(uri))
      const resources = found && childrenOf(found, uri)
      if (!resources || cursor !== undefined) throw unknown(uri)
      return { resources, ...cache }
    },
  )
  server.setRequestHandler('resources/list', async ({ params }) => {
    const { page, nextCursor } = pageOf((await skills.of(tenantId)).skills, params?.cursor)
    return { resources: page.map(skillResource), ...nextCursor, ...cache }
  })
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await find(skillOf(uri))
    const file = found?.files.get(uri)
    if (!found || !file) throw new ResourceNotFoundError(uri)
    return { contents: [await contentOf(call, found, { uri, file })], ...uncached }
  })
}

/** The SKILL.md of the skill that an address is below. */
function skillOf(uri: string): string {
  const [folder = ''] = /^skill:\/\/org\/(?:r-[0-9a-f]{12}\/)?[^/]+/.exec(uri) ?? []
  return `${folder}/SKILL.md`
}

async function contentOf(
  { app, caller, traceId }: SkillsCall,
  { published: { id, name, digest, manifest } }: ServedSkill,
  { uri, file }: { readonly uri: string; readonly file: ManifestEntry },
) {
  const { skills } = app.store.tenant(caller.principal.tenantId)
  const bytes = await skills.file(anonymousViewer, id, digest, file.path)
  if (!bytes) throw new ResourceNotFoundError(uri)
  if (file.path === 'SKILL.md') {
    const size = manifest.reduce((sum, one) => sum + one.size, 0)
    await recordAudit(
      app,
      { caller, traceId },
      {
        ...{ action: 'skill-exported', target: id },
        details: { slug: name, digest, bytes: size, via: 'mcp' },
      },
    )
  }
  const mimeType = mimeTypeOf(file.path)
  const text = textOf(bytes)
  if (text !== null) return { uri, mimeType, text }
  return { uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
}

/** What is directly below a folder of a skill; undefined for anything else. */
function childrenOf({ entry, files }: ServedSkill, uri: string): Resource[] | undefined {
  const base = `${uri}/`
  const children = new Map<string, Resource>()
  for (const [at, { size }] of files) {
    if (!at.startsWith(base)) continue
    const [name = '', ...rest] = at.slice(base.length).split('/')
    const child = `${base}${name}`
    const kind =
      rest.length > 0 ? { mimeType: DIRECTORY_MIME_TYPE } : { mimeType: mimeTypeOf(name), size }
    children.set(child, { uri: child, name: decodeURIComponent(name), ...kind })
  }
  if (children.size === 0 || !base.startsWith(entry.uri.replace(/SKILL\.md$/, ''))) return undefined
  return [...children.values()].toSorted((one, other) => (one.uri < other.uri ? -1 : 1))
}

function skillResource({ entry, files }: ServedSkill): Resource {
  const { uri, frontmatter } = entry
  const size = files.get(uri)?.size
  return {
    ...{ uri, name: frontmatter.name, description: frontmatter.description },
    ...{ mimeType: 'text/markdown', ...(size !== undefined && { size }) },
  }
}

/** A cursor names the last address, so that a page stays right when skills come and go. */
function pageOf(skills: readonly ServedSkill[], cursor: string | undefined) {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('utf8')
  if (cursor !== undefined && !after.startsWith('skill://')) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor is none of this server.')
  }
  const rest = skills.filter(({ entry }) => entry.uri > after)
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)?.entry.uri ?? ''
  const next = Buffer.from(last).toString('base64url')
  return { page, nextCursor: rest.length > pageSize ? { nextCursor: next } : {} }
}

function unknown(uri: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${uri.slice(0, 200)}.`)
}

function textOf(bytes: Uint8Array): string | null {
  try {
    // With its byte order mark: the digest is over the bytes as they are.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  ...{ md: 'text/markdown', txt: 'text/plain', json: 'application/json', csv: 'text/csv' },
  ...{ yaml: 'application/yaml', yml: 'application/yaml', py: 'text/x-python' },
  ...{ sh: 'application/x-sh', js: 'text/javascript', ts: 'text/typescript' },
  ...{ png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', pdf: 'application/pdf' },
}

function mimeTypeOf(path: string): string {
  const [, ending = ''] = /\.([^./]+)$/.exec(path) ?? []
  return mimeTypes[ending.toLowerCase()] ?? 'application/octet-stream'
}
