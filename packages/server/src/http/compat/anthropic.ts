import { ProblemError } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { Hono } from 'hono'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { wireTime } from '../wire/time.ts'
import {
  createBindVendor,
  type Vendor,
  type VendorCall,
  vendorError,
  zipResponse,
} from './bind-vendor.ts'
import { readSkillForm } from './read-skill-form.ts'
import { readPageRequest } from './vendor-page.ts'
import { unsupportedHere } from './vendor-problems.ts'
import { createVendorSkills, type VersionOfSkill } from './vendor-skills.ts'
import { versionId } from './version-id.ts'

const path = '/compat/anthropic'
const words = { maxLimit: 1000, cursor: 'page' } as const

/** A label is the skill's own; one that is sent is read, and has no effect. */
const formFields = ['display_name', 'display_title']

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'overloaded_error',
}

const anthropic: Vendor = {
  path,
  toError: ({ status, code, message, hint, details }, requestId) => ({
    type: 'error',
    error: {
      type: errorTypes[status] ?? 'invalid_request_error',
      message: hint === undefined ? message : `${message} ${hint}`,
      details: { ...details, error_code: code },
    },
    request_id: requestId,
  }),
}

/** The Skills API as Anthropic's SDKs call it, with `https://SERVER/compat/anthropic` as their base URL. */
export function bindAnthropic(http: Hono<HttpEnvironment>, app: Application): void {
  const bind = createBindVendor(http, app, anthropic)
  const skills = createVendorSkills(app, 'anthropic')
  const one = '/v1/skills/:id'
  const version = `${one}/versions/:version`

  bind(['get', '/v1/skills'], 'skills.read', async (call) => {
    const source = call.query.get('source') ?? 'custom'
    const request = readPageRequest(call.query, words)
    // The vendor's own skills are not here.
    if (source !== 'custom') return { data: [], has_more: false, next_page: null }
    const { items, hasMore } = await skills.list(call, request)
    return pageBody(
      items.map((skill) => skillBody(call, skill)),
      hasMore,
    )
  })
  bind(['post', '/v1/skills'], 'skills.write', async (call) =>
    skillBody(call, await skills.create(call, await readSkillForm(call.request, formFields))),
  )
  bind(['get', one], 'skills.read', async (call) =>
    skillBody(call, await skills.get(call, call.param('id'))),
  )
  bind(['delete', one], 'skills.write', async (call) => {
    await skills.remove(call, call.param('id'))
    return { id: call.param('id'), type: 'skill_deleted' }
  })
  bind(['get', `${one}/versions`], 'skills.read', async (call) => {
    const request = readPageRequest(call.query, words)
    const { items, hasMore } = await skills.listVersions(call, call.param('id'), request)
    return pageBody(
      items.map((item) => versionBody(call, item)),
      hasMore,
    )
  })
  bind(['post', `${one}/versions`], 'skills.write', async (call) => {
    const form = await readSkillForm(call.request, formFields)
    return versionBody(call, await skills.createVersion(call, call.param('id'), form))
  })
  bind(['get', version], 'skills.read', async (call) =>
    versionBody(call, await skills.getVersion(call, call.param('id'), call.param('version'))),
  )
  bind(['get', `${version}/content`], 'skills.read', async (call) => {
    const bytes = await skills.content(call, call.param('id'), call.param('version'))
    return zipResponse(bytes)
  })
  bind(['delete', version], 'skills.write', async () => {
    throw unsupportedHere('A version of a skill stays: revoke its content on the page.')
  })
  http.all(`${path}/*`, (c) => vendorError(c, anthropic, new ProblemError(unknownPath)))
}

/** The cursor is the id of the last item. */
function pageBody(data: readonly { readonly id: string }[], hasMore: boolean) {
  return { data, has_more: hasMore, next_page: hasMore ? (data.at(-1)?.id ?? null) : null }
}

/** SDKs of the first beta read other fields. */
function isFirstBeta({ request }: VendorCall): boolean {
  return (request.headers.get('anthropic-beta') ?? '').includes('skills-2025-10-02')
}

function skillBody(call: VendorCall, skill: Skill) {
  const { id, head, createdAt, updatedAt } = skill
  const times = { created_at: wireTime(createdAt), updated_at: wireTime(updatedAt) }
  const label = head.name || skill.slug
  if (isFirstBeta(call)) {
    const latest = { display_title: label, latest_version: String(head.number) }
    return { id, type: 'skill', ...times, ...latest, source: 'custom' }
  }
  const latest = { display_name: label, latest_version_id: versionId(skill, head) }
  return { id, type: 'skill', ...times, ...latest, source: { type: 'custom' } }
}

function versionBody(call: VendorCall, { skill, revision }: VersionOfSkill) {
  const { slug, id: skillId } = skill
  const { description, number, createdAt } = revision
  return {
    ...{ id: versionId(skill, revision), type: 'skill_version', skill_id: skillId },
    ...{ name: slug, description, created_at: wireTime(createdAt) },
    ...(isFirstBeta(call) && { directory: slug, version: String(number) }),
  }
}

const unknownPath = {
  code: 'request.unknown-path',
  kind: 'not-found',
  message: 'Of this API there are only the skills: /v1/skills.',
} as const
