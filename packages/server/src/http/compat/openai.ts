import { ProblemError } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { Hono } from 'hono'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
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

const path = '/compat/openai'
const words = { maxLimit: 100, cursor: 'after' } as const

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

const openai: Vendor = {
  path,
  toError: ({ status, code, message, hint, details }) => ({
    error: {
      type: errorTypes[status] ?? 'invalid_request_error',
      message: hint === undefined ? message : `${message} ${hint}`,
      ...{ param: null, code, ...(details && { details }) },
    },
  }),
}

/** The Skills API as OpenAI's SDKs call it, with `https://SERVER/compat/openai/v1` as their base URL. */
export function bindOpenAi(http: Hono<HttpEnvironment>, app: Application): void {
  const bind = createBindVendor(http, app, openai)
  const skills = createVendorSkills(app, 'openai')
  const one = '/v1/skills/:id'
  const version = `${one}/versions/:version`

  bind(['get', '/v1/skills'], 'skills.read', async (call) => {
    const { items, hasMore } = await skills.list(call, readPageRequest(call.query, words))
    return pageBody(items.map(skillBody), hasMore)
  })
  bind(['post', '/v1/skills'], 'skills.write', async (call) =>
    skillBody(await skills.create(call, await readSkillForm(call.request, []))),
  )
  bind(['get', one], 'skills.read', async (call) =>
    skillBody(await skills.get(call, call.param('id'))),
  )
  bind(['post', one], 'skills.write', async () => {
    throw unsupportedHere(`${newestOnly} Restore an earlier revision on the page.`)
  })
  bind(['delete', one], 'skills.write', async (call) => {
    await skills.remove(call, call.param('id'))
    return { id: call.param('id'), deleted: true, object: 'skill.deleted' }
  })
  bind(['get', `${one}/content`], 'skills.read', (call) => contentOf(call, 'latest'))
  bind(['get', `${one}/versions`], 'skills.read', async (call) => {
    const request = readPageRequest(call.query, words)
    const { items, hasMore } = await skills.listVersions(call, call.param('id'), request)
    return pageBody(items.map(versionBody), hasMore)
  })
  bind(['post', `${one}/versions`], 'skills.write', async (call) => {
    const form = await readSkillForm(call.request, ['default'])
    if (form.fields.get('default') === 'false') throw unsupportedHere(newestOnly)
    return versionBody(await skills.createVersion(call, call.param('id'), form))
  })
  bind(['get', version], 'skills.read', async (call) =>
    versionBody(await skills.getVersion(call, call.param('id'), call.param('version'))),
  )
  bind(['get', `${version}/content`], 'skills.read', (call) =>
    contentOf(call, call.param('version')),
  )
  bind(['delete', version], 'skills.write', async () => {
    throw unsupportedHere('A version of a skill stays: revoke its content on the page.')
  })
  http.all(`${path}/*`, (c) => vendorError(c, openai, new ProblemError(unknownPath)))

  async function contentOf(call: VendorCall, wanted: string): Promise<Response> {
    const bytes = await skills.content(call, call.param('id'), wanted)
    return zipResponse(bytes)
  }
}

const newestOnly = 'The newest version of a skill is its default.'

function pageBody(data: readonly { readonly id: string }[], hasMore: boolean) {
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return { object: 'list', data, has_more: hasMore, ...ends }
}

function skillBody({ id, slug, head, createdAt }: Skill) {
  const { number, description } = head
  return {
    ...{ id, object: 'skill', name: slug, description, created_at: secondsOf(createdAt) },
    ...{ default_version: String(number), latest_version: String(number) },
  }
}

function versionBody({ skill, revision }: VersionOfSkill) {
  const { description, number, createdAt } = revision
  return {
    ...{ id: versionId(skill, revision), object: 'skill.version', skill_id: skill.id },
    ...{ name: skill.slug, description, created_at: secondsOf(createdAt) },
    version: String(number),
  }
}

function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

const unknownPath = {
  code: 'request.unknown-path',
  kind: 'not-found',
  message: 'Of this API there are only the skills: /v1/skills.',
} as const
