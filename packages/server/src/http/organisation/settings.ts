import { setImmediate } from 'node:timers/promises'
import {
  isProblemError,
  type JsonObject,
  type Problem,
  ProblemError,
  type TenantId,
  throwIf,
} from '@repertoire/core/base'
import {
  dayOf,
  firstLoggedDay,
  type OrganisationSettings,
  type Role,
  scanSettingsProblem,
  searchLogLimits,
} from '@repertoire/core/domain'
import { reassessAllPending } from '@repertoire/core/ingest'
import { requestRetest } from '@repertoire/core/keep'
import type { SettingsStore } from '@repertoire/core/ports'
import { keepEnabledSkills, skillListCost } from '@repertoire/core/use'
import { type SettingsUpdate, settingsRoutes, settingsUpdateSchema } from '@repertoire/protocol'
import { modelReviewRules } from '@repertoire/skill-md'
import { scanRules } from '@repertoire/skill-md/scan'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { selectedTools } from '../../runtime/engines/toolsets.ts'
import { checkVocabularies } from '../agents/routing.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { organisationEnvironment } from '../skills/skill-availability.ts'
import { etagOf } from '../wire/etag.ts'
import { applySettingsUpdate, toScanRuleBody, toSettingsBody } from '../wire/organisation.ts'
import { toLoggedQueryBody } from '../wire/search-log.ts'
import { checkToolTiers } from './check-tool-tiers.ts'
import { listPresets } from './presets.ts'

/** An organisation's settings. */
export function bindSettings(bind: BindRoute, app: Application): void {
  bind(settingsRoutes.get, async ({ caller }) => {
    const { settings, version } = await catalogOf(app, caller).store.settings.get()
    return { body: toSettingsBody(settings, version), headers: { etag: etagOf(version) } }
  })

  bind(settingsRoutes.presets, async ({ caller }) => {
    const { settings } = await catalogOf(app, caller).store.settings.get()
    return { body: { items: await listPresets(app, caller.principal, settings) } }
  })

  bind(settingsRoutes.scanRules, async () => {
    return { body: { items: everyRule.map(toScanRuleBody) } }
  })

  bind(settingsRoutes.skillList, async ({ caller, request }) => {
    const { principal } = caller
    const { skills, settings } = catalogOf(app, caller).store
    const environment = organisationEnvironment(app, caller, request.signal)
    const viewer = principal.userId
    const services = {
      skills,
      viewer,
      principal,
      environment,
      enabledSkills: keepEnabledSkills(skills, viewer),
      settings: (await settings.get()).settings,
    }
    const { fullCharacters, hasMore, ...counts } = await skillListCost(services, app.clock.now())
    return { body: { ...counts, full_chars: fullCharacters, has_more: hasMore } }
  })

  bind(settingsRoutes.searchLog, async ({ caller }) => {
    const { settings, searchLog } = catalogOf(app, caller).store
    const now = (await settings.get()).settings
    const { minSearches, maxListed: limit } = searchLogLimits
    const fromDay = firstLoggedDay(dayOf(app.clock.now()), now)
    const queries = now.searchLog ? await searchLog.list({ fromDay, minSearches, limit }) : []
    return { body: { enabled: now.searchLog, items: queries.map(toLoggedQueryBody) } }
  })

  bind(settingsRoutes.update, async (call) => {
    const { store } = catalogOf(app, call.caller)
    const now = await store.settings.get()
    const changed = changedFields({
      ...{ resource: 'settings', update: settingsUpdateSchema, body: call.body },
      ...{ current: toSettingsBody(now.settings, now.version), volatile: ['etag'] },
    })
    checkVocabularies(app.routing, changed.routing?.vocabularies)
    await checkToolTiers(app, call.caller, { before: now.settings, wanted: changed.tool_tiers })
    await checkModels(app, call.caller.principal.tenantId, changed)
    const { before, settings, version } = await updateSettings(app, store.settings, {
      ...{ update: changed, expected: expectedVersion(call.request.headers) },
      role: call.caller.principal.role,
    })
    // Also when it is off already: a search may have been on its way.
    if (!settings.searchLog) await store.searchLog.removeBefore(Number.MAX_SAFE_INTEGER)
    await recordAudit(app, call, {
      action: 'settings-updated',
      target: 'settings',
      details: { before: inWords(before), after: inWords(settings) },
    })
    await requestRetest(catalogOf(app, call.caller), {
      ...{ agentId: null, before: before.defaultModelId, after: settings.defaultModelId },
    })
    // Also when they are as they were: what a crash left behind is moved by sending them again.
    if (call.body.scan_preset !== undefined || call.body.scan_severities !== undefined) {
      const yieldToEventLoop = () => setImmediate()
      await reassessAllPending({ ...catalogOf(app, call.caller), yieldToEventLoop })
    }
    return { body: toSettingsBody(settings, version), headers: { etag: etagOf(version) } }
  })
}

/** Of the scanner, and what a model may find. */
const everyRule = [...scanRules, ...modelReviewRules]

/** Throws ProblemError `settings.model-unknown`, `settings.review-model-demo`. */
export async function checkModels(
  app: Pick<Application, 'models'>,
  tenantId: TenantId,
  update: Pick<SettingsUpdate, 'default_model_id' | 'review_model_id'>,
): Promise<void> {
  const chosen = [update.default_model_id, update.review_model_id].filter((id) => id)
  if (chosen.length === 0) return
  const { byId } = await app.models.of(tenantId)
  const unknown = chosen.find((id) => id && !byId.has(id))
  if (unknown) throw new ProblemError(modelUnknown(unknown))
  const reviewer = update.review_model_id ? byId.get(update.review_model_id) : undefined
  if (reviewer?.demo) throw new ProblemError(demoReviews)
}

function modelUnknown(id: string): Problem {
  return {
    code: 'settings.model-unknown',
    kind: 'invalid',
    message: `There is no model ${JSON.stringify(id.slice(0, 200))} here.`,
    hint: 'Choose one of GET /api/v1/models, or add its provider first.',
  }
}

const demoReviews: Problem = {
  code: 'settings.review-model-demo',
  kind: 'invalid',
  message: 'The demo model cannot review packages: it follows a script, and reads nothing.',
  hint: 'Add a model provider first, and choose one of its models.',
}

/** As every body has them. Entries are chained by hashes, so that they cannot be reworded when they are read. */
function inWords(settings: OrganisationSettings): JsonObject {
  const { etag: _, ...body } = toSettingsBody(settings, 0)
  return JSON.parse(JSON.stringify(body)) as JsonObject
}

/** How often a change without If-Match is retried after a concurrent change. */
const maxAttempts = 5

export interface SettingsChange {
  readonly update: SettingsUpdate
  readonly expected: number | undefined
  readonly role: Role
}

/** Changes settings that are already of the right shape. */
export async function updateSettings(
  { toolsets }: Pick<Application, 'toolsets'>,
  store: SettingsStore,
  { update, expected, role }: SettingsChange,
): Promise<{ before: OrganisationSettings; settings: OrganisationSettings; version: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const { settings: before, version: seen } = await store.get()
    const settings = applySettingsUpdate(before, update)
    throwIf(scanSettingsProblem({ before, after: settings, role, rules: everyRule }))
    // Toolsets that collide are refused when they are chosen, not in somebody's run.
    selectedTools(toolsets, settings.toolsets)
    try {
      const version = await store.put(settings, expected ?? seen)
      return { before, settings, version }
    } catch (error) {
      const conflicted = isProblemError(error) && error.problem.code === 'settings.stale'
      if (!conflicted || expected !== undefined || attempt >= maxAttempts) throw error
    }
  }
}
