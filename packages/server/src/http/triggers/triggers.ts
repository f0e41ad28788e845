import { ProblemError, type TriggerId, type UserId } from '@repertoire/core/base'
import { missingPermission, type Trigger, type TriggerDraft } from '@repertoire/core/domain'
import {
  createTrigger,
  fireTrigger,
  listFirings,
  listTriggers,
  ownTrigger,
  stopTrigger,
  type TriggerDeps,
  triggerDisabled,
  updateTrigger,
  visibleFiring,
  visibleTrigger,
} from '@repertoire/core/use'
import { type TriggerUpdate, triggerRoutes, triggerUpdateSchema } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { describeSchedule } from '../../runtime/triggers/describe-schedule.ts'
import { nextTime } from '../../runtime/triggers/next-time.ts'
import { fireDeps } from '../../runtime/triggers/trigger-scheduler.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { etagOf } from '../wire/etag.ts'
import { wireTime } from '../wire/time.ts'
import {
  fromTriggerUpdate,
  toFiringBody,
  toTriggerBody,
  toTriggerListItem,
} from '../wire/trigger.ts'

const shownTimes = 5

/** Schedules and webhooks. */
export function bindTriggers(bind: BindRoute, app: Application): void {
  bindDefinitions(bind, app)

  bind(triggerRoutes.times, async ({ query }) => {
    const schedule = { cron: query.cron, timeZone: query.time_zone }
    const times: string[] = []
    let after: number | null = app.clock.now()
    while (times.length < shownTimes && after !== null) {
      after = nextTime(schedule, after)
      if (after !== null) times.push(wireTime(after))
    }
    return { body: { words: describeSchedule(query.cron), times } }
  })

  bind(triggerRoutes.run, async ({ caller, params, traceId, context }) => {
    const deps = fireDeps(app, caller.principal.tenantId)
    const source = await ownTrigger(deps, caller.principal, params.id as TriggerId)
    const problem = missingPermission(caller.principal, 'conversations.use')
    if (problem) throw new ProblemError(problem)
    if (!source.enabled) throw triggerDisabled(source.id)
    const position = { traceId, parentSpanId: context.get('parentSpanId') }
    const { principal: by } = caller
    const occasion = { key: `now:${app.ids.next('now')}`, text: source.message, by, ...position }
    const firing = await fireTrigger(deps, source, occasion)
    return {
      body: toFiringBody(await visibleFiring(deps.store, caller.principal, { source, firing })),
    }
  })

  bind(triggerRoutes.renewSecret, async (call) => {
    const { principal } = call.caller
    const deps = depsOf(app, call.caller)
    const source = await ownTrigger(deps, principal, call.params.id as TriggerId)
    if (source.trigger.kind !== 'webhook') throw new ProblemError(noSecret)
    const { secret, encrypted } = await app.triggerSecrets.make(principal.tenantId, source.id)
    const { keyId } = call.caller.credential
    await updateTrigger(deps, actorOf(call), { id: source.id, change: {}, encrypted, keyId })
    return { body: { secret }, headers: { 'cache-control': 'no-store' } }
  })

  bind(triggerRoutes.firings, async ({ caller, params, query }) => {
    const { store } = catalogOf(app, caller)
    const id = params.id as TriggerId
    const page = await listFirings(store, caller.principal, { ...query, id })
    return { body: { items: page.items.map(toFiringBody), next_cursor: page.nextCursor } }
  })
}

function bindDefinitions(bind: BindRoute, app: Application): void {
  bind(triggerRoutes.list, async ({ caller, query }) => {
    const { principal } = caller
    const { enabled, owner, ...page } = query
    const found = await listTriggers(catalogOf(app, caller).store, principal, {
      ...page,
      everybody: query.everybody === 'true',
      owner: owner as UserId | undefined,
      enabled: enabled && enabled === 'true',
    })
    const items = found.items.map((one) => toTriggerListItem(one, principal.userId))
    return { body: { items, next_cursor: found.nextCursor } }
  })

  bind(triggerRoutes.create, async (call) => {
    const { principal } = call.caller
    // The schema's defaults have filled every field.
    const draft = fromTriggerUpdate(call.body) as TriggerDraft
    let secret: string | null = null
    const encryptSecret = async (id: TriggerId) => {
      const made = await app.triggerSecrets.make(principal.tenantId, id)
      secret = made.secret
      return made.encrypted
    }
    const source = await createTrigger(depsOf(app, call.caller), actorOf(call), {
      ...{ draft, encryptSecret, keyId: call.caller.credential.keyId },
    })
    const headers = { etag: etagOf(source.version), 'cache-control': 'no-store' }
    return { body: { signal: toTriggerBody(source, principal.userId), secret }, headers }
  })

  bind(triggerRoutes.get, async ({ caller, params }) => {
    const { store } = catalogOf(app, caller)
    const source = await visibleTrigger(store, caller.principal, params.id as TriggerId)
    const headers = { etag: etagOf(source.version) }
    return { body: toTriggerBody(source, caller.principal.userId), headers }
  })

  bind(triggerRoutes.update, async (call) => {
    const deps = depsOf(app, call.caller)
    const current = await ownTrigger(deps, call.caller.principal, call.params.id as TriggerId)
    const source = await updateTrigger(deps, actorOf(call), {
      id: current.id,
      change: fromTriggerUpdate(changedTriggerFields(current, call.body)),
      expectedVersion: expectedVersion(call.request.headers),
      keyId: call.caller.credential.keyId,
    })
    const headers = { etag: etagOf(source.version) }
    return { body: toTriggerBody(source, call.caller.principal.userId), headers }
  })

  const stopping = (options: { readonly remove: boolean }) => async (call: StopCall) => {
    const id = call.params.id as TriggerId
    await stopTrigger(catalogOf(app, call.caller), actorOf(call), { id, ...options })
    return { body: null }
  }
  bind(triggerRoutes.stop, stopping({ remove: false }))
  bind(triggerRoutes.remove, stopping({ remove: true }))
}

/** Fields that change by themselves between a GET and a PUT. */
const volatile = ['etag', 'note', 'next_at', 'last_fired_at', 'updated_at']

function changedTriggerFields(current: Trigger, body: TriggerUpdate): TriggerUpdate {
  return changedFields({
    ...{ resource: 'signal', update: triggerUpdateSchema, body, volatile },
    current: toTriggerBody(current, current.userId),
  })
}

interface StopCall {
  readonly params: { readonly id: string }
  readonly caller: Caller
  readonly traceId: string
}

function depsOf(app: Application, caller: Caller): TriggerDeps {
  return { ...catalogOf(app, caller), next: nextTime }
}

const noSecret = {
  code: 'signal.no-secret',
  kind: 'conflict',
  message: 'A schedule has no secret; only a webhook does.',
} as const
