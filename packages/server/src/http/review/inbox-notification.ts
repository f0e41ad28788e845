import {
  removeInboxNotification,
  requireNotificationOwner,
  setInboxNotification,
} from '@repertoire/core/report'
import { inboxNotificationRoutes } from '@repertoire/protocol'
import { newDigestSecret } from '../../runtime/inbox-notification/digest-secrets.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toNotificationBody, toNotificationTest } from '../wire/inbox-notification.ts'

/** Where the digest of the inbox is sent. No response but the one that makes it, log line or audit entry has the secret. */
export function bindInboxNotification(bind: BindRoute, app: Application): void {
  bind(inboxNotificationRoutes.get, async ({ caller }) => {
    requireNotificationOwner(caller.principal)
    const notification = await catalogOf(app, caller).store.inboxNotification.get()
    return { body: { notification: notification && toNotificationBody(notification) } }
  })

  bind(inboxNotificationRoutes.set, async (call) => {
    const { principal } = call.caller
    requireNotificationOwner(principal)
    const deps = catalogOf(app, call.caller)
    const { url, interval, minimum, secret: given, renew_secret: isRenewed } = call.body
    const isFirst = (await deps.store.inboxNotification.get()) === null
    const made = given === undefined && (isFirst || isRenewed) ? newDigestSecret() : null
    const secret = given ?? made
    const { scheme, host } = call.context.get('external')
    const notification = await setInboxNotification(deps, actorOf(call), {
      ...{ url, interval, minimum, inboxUrl: `${scheme}://${host}/inbox` },
      encryptedSecret: secret && (await app.digests.secrets.encrypt(principal.tenantId, secret)),
    })
    return {
      body: { ...toNotificationBody(notification), secret: made },
      headers: { 'cache-control': 'no-store' },
    }
  })

  bind(inboxNotificationRoutes.remove, async (call) => {
    await removeInboxNotification(catalogOf(app, call.caller), actorOf(call))
    return { body: null }
  })

  bind(inboxNotificationRoutes.test, async ({ caller: { principal } }) => {
    requireNotificationOwner(principal)
    const problem = await app.digests.test(principal.tenantId)
    return { body: toNotificationTest(app.clock.now(), problem) }
  })
}
