import type { SkillId } from '@repertoire/core/base'
import { createSkill, unarchiveSkill, updateSkill } from '@repertoire/core/ingest'
import { archiveSkill, countTags, removeSkill } from '@repertoire/core/keep'
import { renderSystemPrompt } from '@repertoire/core/use'
import { type SkillDraft, skillRoutes } from '@repertoire/protocol'
import { countCharacters, loadSkillMd, slugOf } from '@repertoire/skill-md'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { expectedVersion, isNotModified } from '../base/conditional-requests.ts'
import { toDiagnosticBody } from '../wire/diagnostic.ts'
import { etagOf } from '../wire/etag.ts'
import { toWaitingBody } from '../wire/pending-revision.ts'
import { toSkillSummary } from '../wire/skill.ts'
import { acknowledgedOf } from './acknowledged-findings.ts'
import { isWholeLibrary, logPersonSearch } from './log-person-search.ts'
import { SearchPageCache } from './search-page-cache.ts'
import { organisationEnvironment, skillLimits } from './skill-availability.ts'
import { createSkillDiagnostics } from './skill-diagnostics.ts'
import { bindSkillHistory } from './skill-history.ts'
import { countSkills, listSkills, searchSkills } from './skill-list.ts'
import { installFromRegistry } from './skill-registry.ts'
import { changedSkillFields } from './skill-update.ts'
import {
  type DescribeSkillDeps,
  describeSkill,
  type ReplyWithSkill,
  visibleSkill,
} from './visible-skill.ts'

/** Skills: list, search, create, read, change, remove, parse. */
export function bindSkills(bind: BindRoute, app: Application): void {
  const describing: DescribeSkillDeps = {
    ...{ app, diagnosticsOf: createSkillDiagnostics() },
    bodies: new WeakMap(),
  }
  const replyWithSkill: ReplyWithSkill = (caller, skill) => describeSkill(describing, caller, skill)
  // Registered first, because `deleted` would match as an id.
  bindSkillHistory(bind, app, replyWithSkill)

  const pages = new SearchPageCache()
  bind(skillRoutes.list, async ({ query, caller, request }) => {
    const environment = organisationEnvironment(app, caller, request.signal)
    const { q, surface, ...rest } = query
    const reader = { caller, environment }
    if (q === undefined || q.trim() === '') return { body: await listSkills(app, reader, rest) }
    const { body, shown } = await searchSkills({ app, pages }, reader, { ...rest, q })
    if (surface && isWholeLibrary(rest)) {
      await logPersonSearch(app, caller, { text: q, surface, results: shown })
    }
    return { body }
  })

  bind(skillRoutes.create, async (call) => {
    const { content, scope, enabled, reason, ...rest } = call.body
    const { source_type, source_url, source_ref, source_id, ...others } = rest
    const { acknowledged_findings, ...overrides } = others
    const source = {
      ...{ sourceType: source_type, sourceUrl: source_url ?? null },
      ...{ sourceRef: source_ref ?? null, sourceId: source_id ?? null },
    }
    if (content === undefined) {
      const { skill, waiting } = await installFromRegistry(app, call, source_url ?? '')
      return skill
        ? replyWithSkill(call.caller, skill)
        : { status: 202, body: toWaitingBody(waiting) }
    }
    const acknowledged = acknowledgedOf(acknowledged_findings)
    const request = { content, scope, enabled, reason, overrides, source, acknowledged }
    const skill = await app.saveQueue.run(call.caller.principal, () =>
      createSkill(catalogOf(app, call.caller), actorOf(call), request),
    )
    return replyWithSkill(call.caller, skill)
  })

  bind(skillRoutes.parse, async ({ body }) => ({ body: toDraft(body.content) }))

  bind(skillRoutes.counts, async ({ query, caller }) => ({
    body: await countSkills(app, caller, query),
  }))

  bind(skillRoutes.tags, async ({ caller }) => {
    const items = await countTags(catalogOf(app, caller).store, caller.principal)
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

  bind(skillRoutes.limits, async ({ params, query, caller, request }) => {
    const skill = await visibleSkill(app, caller, params.id)
    const { signal } = request
    return { body: await skillLimits(app, caller, { skill, agentId: query.agent_id, signal }) }
  })

  bind(skillRoutes.update, async (call) => {
    const before = await visibleSkill(app, call.caller, call.params.id)
    const changed = await changedSkillFields(app, call.caller, { skill: before, body: call.body })
    const { content, enabled: _, reason = '', acknowledged_findings: _a, ...fields } = changed
    const { file_texts: written, file_renames: renamed, ...rest } = fields
    const { file_deletions: deleted, ...overrides } = rest
    // Also when it is as before: a new text enables an archived skill unless the request says otherwise.
    const { enabled } = call.body
    const skill = await updateSkill(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id as SkillId,
      ...{ content, enabled, reason, overrides },
      files: { written: written ?? [], renamed: renamed ?? [], deleted: deleted ?? [] },
      acknowledged: acknowledgedOf(call.body.acknowledged_findings),
      expectedVersion: expectedVersion(call.request.headers),
    })
    return replyWithSkill(call.caller, skill)
  })

  for (const archived of [true, false]) {
    bind(archived ? skillRoutes.archive : skillRoutes.unarchive, async (call) => {
      const deps = catalogOf(app, call.caller)
      const version = expectedVersion(call.request.headers)
      const request = { id: call.params.id as SkillId, expectedVersion: version }
      const skill = archived
        ? await archiveSkill(deps, actorOf(call), { ...request, archived })
        : await unarchiveSkill(deps, actorOf(call), request)
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
    prompt_block: document ? promptBlock(fields?.name ?? fields?.title ?? slug, body) : '',
    diagnostics,
  }
}

/** The block as the agent loop renders it, so a person reviews what a model gets. */
function promptBlock(name: string, body: string): string {
  const skills = [{ name, body }]
  return renderSystemPrompt({ organisationPolicies: '', toolsetInstructions: '', skills }).join('')
}
