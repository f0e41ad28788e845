import type { TenantId } from '@repertoire/core/base'
import { keyEnding, type ProviderKey } from '@repertoire/core/domain'
import {
  addProvider,
  changeProvider,
  type ProviderDraft,
  removeProvider,
  requireModelOwner,
} from '@repertoire/core/keep'
import { type ModelProviderUpdate, modelProviderRoutes } from '@repertoire/protocol'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { expectedVersion } from '../base/conditional-requests.ts'
import { etagOf } from '../wire/etag.ts'
import {
  environmentBody,
  fromModelBodies,
  toProviderBody,
  toProviderTestBody,
} from '../wire/model-provider.ts'

/** Model providers of the organisation. No response, log line or audit entry contains a key. */
export function bindModelProviders(bind: BindRoute, app: Application): void {
  bind(modelProviderRoutes.list, async ({ caller }) => {
    const { store } = catalogOf(app, caller)
    const providers = await store.modelProviders.list()
    const { default: usual, byId } = await app.models.of(store.tenantId)
    const [usualId = ''] = byId.keys()
    const items = [...providers.map(toProviderBody), ...environmentBody(app.models.server)]
    return { body: { items, default_model_id: usualId, demo: usual.demo } }
  })

  bind(modelProviderRoutes.found, async () => ({
    body: { ollama: (await app.models.findOllama())?.slice() ?? null },
  }))

  bind(modelProviderRoutes.create, async (call) => {
    requireModelOwner(call.caller.principal)
    const { name, kind, base_url: baseUrl, key, models } = call.body
    const { tenantId } = call.caller.principal
    const draft: ProviderDraft = {
      ...{ name, kind, baseUrl, models: fromModelBodies(models) },
      key: await keptKey(app, tenantId, key),
    }
    const provider = await addProvider(catalogOf(app, call.caller), actorOf(call), draft)
    return { body: toProviderBody(provider), headers: { etag: etagOf(provider.version) } }
  })

  bind(modelProviderRoutes.update, async (call) => {
    requireModelOwner(call.caller.principal)
    const provider = await changeProvider(catalogOf(app, call.caller), actorOf(call), {
      id: call.params.id,
      change: await changeOf(app, call.caller.principal.tenantId, call.body),
      expectedVersion: expectedVersion(call.request.headers),
    })
    return { body: toProviderBody(provider), headers: { etag: etagOf(provider.version) } }
  })

  bind(modelProviderRoutes.remove, async (call) => {
    await removeProvider(catalogOf(app, call.caller), actorOf(call), call.params.id)
    return { body: null }
  })

  bind(modelProviderRoutes.test, async ({ caller, params, body, request }) => {
    requireModelOwner(caller.principal)
    const asked = { providerId: params.id, model: body.model }
    const ports = { now: () => app.clock.now(), signal: request.signal }
    return {
      body: toProviderTestBody(await app.models.test(caller.principal.tenantId, asked, ports)),
    }
  })
}

async function changeOf(
  app: Application,
  tenantId: TenantId,
  { name, kind, base_url: baseUrl, key, models }: ModelProviderUpdate,
): Promise<Partial<ProviderDraft>> {
  return {
    ...(name !== undefined && { name }),
    ...(kind && { kind }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(key !== undefined && { key: await keptKey(app, tenantId, key) }),
    ...(models && { models: fromModelBodies(models) }),
  }
}

async function keptKey(
  app: Application,
  tenantId: TenantId,
  key: string | null,
): Promise<ProviderKey | null> {
  if (key === null) return null
  const encrypted = await app.models.keys.encrypt(tenantId, key)
  return { encrypted, ending: keyEnding(key), setAt: app.clock.now() }
}
