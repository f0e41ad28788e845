import { settingsRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../application.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { BindRoute } from './bind-route.ts'
import { etagOf, expectedVersion } from './conditional.ts'
import { applySettingsUpdate, toSettingsBody } from './wire/organisation.ts'

/** An organisation's settings (A5). */
export function bindSettings(bind: BindRoute, app: Application): void {
  bind(settingsRoutes.get, async ({ caller }) => {
    const { settings, version } = await catalogOf(app, caller).store.settings.get()
    return { body: toSettingsBody(settings, version), headers: { etag: etagOf(version) } }
  })

  bind(settingsRoutes.update, async (call) => {
    const { store } = catalogOf(app, call.caller)
    const before = await store.settings.get()
    const settings = applySettingsUpdate(before.settings, call.body)
    const expected = expectedVersion(call.request.headers) ?? before.version
    const version = await store.settings.put(settings, expected)
    await recordAudit(app, call, {
      action: 'settings-updated',
      target: 'settings',
      details: { before: { ...before.settings }, after: { ...settings } },
    })
    return { body: toSettingsBody(settings, version), headers: { etag: etagOf(version) } }
  })
}
