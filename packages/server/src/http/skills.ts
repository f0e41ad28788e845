import {
  archiveSkill,
  createSkill,
  ProblemError,
  removeSkill,
  renderSystemPrompt,
  routingOf,
  type Skill,
  type SkillId,
  updateSkill,
} from '@repertoire/core'
import { type SkillBody, type SkillDraft, skillRoutes } from '@repertoire/protocol'
import { countCharacters, loadSkillMd, type SkillDocument, slugOf } from '@repertoire/skill-md'
import { type Application, actorOf, catalogOf } from '../application.ts'
import type { Caller } from '../auth/authenticate.ts'
import type { BindRoute } from './bind-route.ts'
import { etagOf, expectedVersion, isNotModified } from './conditional.ts'
import { createSkillDiagnostics, type SkillDiagnostics } from './skill-diagnostics.ts'
import { bindSkillHistory } from './skill-history.ts'
import { listSkills, searchSkills } from './skill-list.ts'
import { toDiagnosticBody } from './wire/diagnostic.ts'
import { toSkillBody, toSkillSummary } from './wire/skill.ts'

/** Answers with a skill, its content and its ETag. */
export type ReplyWithSkill = (caller: Caller, skill: Skill) => ReturnType<typeof describeSkill>

/** Skills: list, search, create, read, change, remove, parse (A13). */
export function bindSkills(bind: BindRoute, app: Application): void {
  const diagnosticsOf = createSkillDiagnostics()
  const replyWithSkill: ReplyWithSkill = (caller, skill) =>
    describeSkill({ app, diagnosticsOf }, caller, skill)
  // First: `deleted` is no id.
  bindSkillHistory(bind, app, replyWithSkill)

  bind(skillRoutes.list, async ({ query, caller }) => ({
    body:
      query.q === undefined || query.q.trim() === ''
        ? await listSkills(app, caller, query)
        : await searchSkills(app, caller, { ...query, q: query.q }),
  }))

  bind(skillRoutes.create, async (call) => {
    const { content, scope, enabled, reason, ...overrides } = call.body
    const request = { content, scope, enabled, reason, overrides }
    const skill = await createSkill(catalogOf(app, call.caller), actorOf(call), request)
    return replyWithSkill(call.caller, skill)
  })

  bind(skillRoutes.parse, async ({ body }) => ({ body: toDraft(body.content) }))

  bind(skillRoutes.tags, async ({ caller }) => {
    const { skills } = catalogOf(app, caller).store
    const items = await skills.tags(caller.principal.userId)
    return { body: { items: items.map((item) => ({ ...item })) } }
  })

  bind(skillRoutes.get, async ({ params, caller, request }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const etag = etagOf(skill.version)
    if (isNotModified(request.headers, etag)) {
      return new Response(null, { status: 304, headers: { etag } })
    }
    return replyWithSkill(caller, skill)
  })

  bind(skillRoutes.update, async (call) => {
    const { content, enabled, reason, ...overrides } = call.body
    const skill = await updateSkill(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id as SkillId,
      content,
      enabled,
      reason,
      overrides,
      expectedVersion: expectedVersion(call.request.headers),
    })
    return replyWithSkill(call.caller, skill)
  })

  for (const archived of [true, false]) {
    bind(archived ? skillRoutes.archive : skillRoutes.unarchive, async (call) => {
      const skill = await archiveSkill(catalogOf(app, call.caller), actorOf(call), {
        id: call.params.id as SkillId,
        archived,
        expectedVersion: expectedVersion(call.request.headers),
      })
      return { body: toSkillSummary(skill), headers: { etag: etagOf(skill.version) } }
    })
  }

  bind(skillRoutes.remove, async (call) => {
    await removeSkill(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id as SkillId,
      expectedVersion: expectedVersion(call.request.headers),
    })
    return { body: null }
  })
}

/** Throws ProblemError `skill.not-found` for absent skills and those of others alike. */
export async function visibleSkill(app: Application, caller: Caller, id: string): Promise<Skill> {
  const { skills } = catalogOf(app, caller).store
  const skill = await skills.get(caller.principal.userId, id as SkillId)
  if (skill) return skill
  throw new ProblemError({
    code: 'skill.not-found',
    kind: 'not-found',
    message: 'There is no such skill, or it is not yours to see.',
  })
}

async function describeSkill(
  { app, diagnosticsOf }: { app: Application; diagnosticsOf: SkillDiagnostics },
  caller: Caller,
  skill: Skill,
): Promise<{ body: SkillBody; headers: Record<string, string> }> {
  const { skills } = catalogOf(app, caller).store
  const content = await skills.content(caller.principal.userId, skill.id, skill.head.digest)
  if (!content) throw new Error(`content of ${skill.id} is missing`)
  const diagnostics = diagnosticsOf(skill.head.digest, content)
  return {
    body: toSkillBody(skill, content, diagnostics),
    headers: { etag: etagOf(skill.version) },
  }
}

function toDraft(content: string): SkillDraft {
  const loaded = loadSkillMd(content)
  const diagnostics = loaded.diagnostics.map(toDiagnosticBody)
  const document = loaded.ok ? loaded.document : undefined
  const fields = document?.fields
  const body = document?.body ?? ''
  const slug = slugOf(fields ?? {}, undefined) ?? ''
  return {
    ok: loaded.ok,
    repaired: loaded.ok && loaded.repaired,
    slug,
    name: fields?.name ?? '',
    description: fields?.description ?? '',
    when_to_use: fields?.whenToUse ?? '',
    version: fields?.version ?? '',
    author: fields?.author ?? '',
    license: fields?.license ?? '',
    tags: [...(fields?.tags ?? [])],
    body,
    content_length: countCharacters(body),
    derived_keywords: document && slug ? derivedKeywords(slug, document) : [],
    prompt_block: document ? promptBlock(fields?.name ?? fields?.title ?? slug, body) : '',
    diagnostics,
  }
}

/** As the router gets them from a revision of this text. */
function derivedKeywords(slug: string, { fields, frontmatter }: SkillDocument): string[] {
  const { name = fields.title ?? slug, description, whenToUse, tags } = fields
  const facts = { name, description, whenToUse, tags, frontmatter }
  return [...routingOf(slug, facts).derivedKeywords]
}

/** As the agent loop renders it, so what a person reviews is what a model gets. */
function promptBlock(name: string, body: string): string {
  const skills = [{ name, body }]
  return renderSystemPrompt({ organisationPolicies: '', toolsetInstructions: '', skills }).join('')
}
