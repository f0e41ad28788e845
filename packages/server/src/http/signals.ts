import {
  createSignal,
  cronWords,
  fireSignal,
  listFirings,
  listSignals,
  missingPermission,
  ownSignal,
  ProblemError,
  type SignalDeps,
  type SignalDraft,
  type SignalSourceId,
  seenFiring,
  signalDisabled,
  stopSignal,
  type UserId,
  updateSignal,
  visibleSignal,
} from '@repertoire/core'
import { signalRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../application.ts'
import type { Caller } from '../auth/authenticate.ts'
import { nextTime } from '../signals/next-time.ts'
import { fireDeps } from '../signals/signal-clock.ts'
import type { BindRoute } from './bind-route.ts'
import { etagOf, expectedVersion } from './conditional.ts'
import { fromSignalUpdate, toFiringBody, toSignalBody, toSignalListItem } from './wire/signal.ts'
import { wireTime } from './wire/time.ts'

const shownTimes = 5

/** Schedules and webhooks, as people set them up (E8). */
export function bindSignals(bind: BindRoute, app: Application): void {
  bindDefinitions(bind, app)

  bind(signalRoutes.times, async ({ query }) => {
    const schedule = { cron: query.cron, timeZone: query.time_zone }
    const times: string[] = []
    let after: number | null = app.clock.now()
    while (times.length < shownTimes && after !== null) {
      after = nextTime(schedule, after)
      if (after !== null) times.push(wireTime(after))
    }
    return { body: { words: cronWords(query.cron), times } }
  })

  bind(signalRoutes.run, async ({ caller, params, traceId, context }) => {
    const deps = fireDeps(app, caller.principal.tenantId)
    const source = await ownSignal(deps, caller.principal, params.id as SignalSourceId)
    const problem = missingPermission(caller.principal, 'conversations.use')
    if (problem) throw new ProblemError(problem)
    if (!source.enabled) throw signalDisabled(source.id)
    const position = { traceId, parentSpanId: context.get('parentSpanId') }
    const { userId: by } = caller.principal
    const occasion = { key: `now:${app.ids.next('now')}`, text: source.message, by, ...position }
    const firing = await fireSignal(deps, source, occasion)
    return {
      body: toFiringBody(await seenFiring(deps.store, caller.principal, { source, firing })),
    }
  })

  bind(signalRoutes.renewSecret, async (call) => {
    const { principal } = call.caller
    const deps = depsOf(app, call.caller)
    const source = await ownSignal(deps, principal, call.params.id as SignalSourceId)
    if (source.trigger.kind !== 'webhook') throw new ProblemError(noSecret)
    const { secret, sealed } = await app.signalSecrets.make(principal.tenantId, source.id)
    await updateSignal(deps, actorOf(call), { id: source.id, change: {}, sealed })
    return { body: { secret }, headers: { 'cache-control': 'no-store' } }
  })

  bind(signalRoutes.firings, async ({ caller, params, query }) => {
    const { store } = catalogOf(app, caller)
    const id = params.id as SignalSourceId
    const page = await listFirings(store, caller.principal, { ...query, id })
    return { body: { items: page.items.map(toFiringBody), next_cursor: page.nextCursor } }
  })
}

function bindDefinitions(bind: BindRoute, app: Application): void {
  bind(signalRoutes.list, async ({ caller, query }) => {
    const { principal } = caller
    const { enabled, owner, ...page } = query
    const found = await listSignals(catalogOf(app, caller).store, principal, {
      ...page,
      everybody: query.everybody === 'true',
      owner: owner as UserId | undefined,
      enabled: enabled && enabled === 'true',
    })
    const items = found.items.map((one) => toSignalListItem(one, principal.userId))
    return { body: { items, next_cursor: found.nextCursor } }
  })

  bind(signalRoutes.create, async (call) => {
    const { principal } = call.caller
    // Every field has a value: the schema's defaults stand in for what was left out.
    const draft = fromSignalUpdate(call.body) as SignalDraft
    let secret: string | null = null
    const seal = async (id: SignalSourceId) => {
      const made = await app.signalSecrets.make(principal.tenantId, id)
      secret = made.secret
      return made.sealed
    }
    const source = await createSignal(depsOf(app, call.caller), actorOf(call), { draft, seal })
    const headers = { etag: etagOf(source.version), 'cache-control': 'no-store' }
    return { body: { signal: toSignalBody(source, principal.userId), secret }, headers }
  })

  bind(signalRoutes.get, async ({ caller, params }) => {
    const { store } = catalogOf(app, caller)
    const source = await visibleSignal(store, caller.principal, params.id as SignalSourceId)
    const headers = { etag: etagOf(source.version) }
    return { body: toSignalBody(source, caller.principal.userId), headers }
  })

  bind(signalRoutes.update, async (call) => {
    const source = await updateSignal(depsOf(app, call.caller), actorOf(call), {
      id: call.params.id as SignalSourceId,
      change: fromSignalUpdate(call.body),
      expectedVersion: expectedVersion(call.request.headers),
    })
    const headers = { etag: etagOf(source.version) }
    return { body: toSignalBody(source, call.caller.principal.userId), headers }
  })

  const stopping = (remove: boolean) => async (call: StopCall) => {
    const id = call.params.id as SignalSourceId
    await stopSignal(catalogOf(app, call.caller), actorOf(call), { id, remove })
    return { body: null }
  }
  bind(signalRoutes.stop, stopping(false))
  bind(signalRoutes.remove, stopping(true))
}

interface StopCall {
  readonly params: { readonly id: string }
  readonly caller: Caller
  readonly traceId: string
}

function depsOf(app: Application, caller: Caller): SignalDeps {
  return { ...catalogOf(app, caller), next: nextTime }
}

const noSecret = {
  code: 'signal.no-secret',
  kind: 'conflict',
  message: 'A schedule has no secret; only a webhook does.',
} as const
