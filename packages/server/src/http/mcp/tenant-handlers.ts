import type { TenantId } from '@repertoire/core/base'
import type { Application } from '../base/application.ts'
import type { McpHandler } from './mcp-handler.ts'

interface Kept {
  readonly handler: McpHandler
  /** Up to where its subscribers know of changes. */
  seen: number
  isChecking: boolean
}

interface TenantHandlersDeps extends Pick<Application, 'store' | 'logger'> {
  /** Makes what is listed of an organisation's skills, so that no client waits for it. */
  readonly prepare: (tenantId: TenantId) => Promise<unknown>
}

/**
 * A handler for each organisation: who subscribes to changes hears of those of its own organisation alone. With its first
 * call, and whenever its skills change after that, its list is prepared.
 */
export function createTenantHandlers({
  store,
  logger,
  prepare,
}: TenantHandlersDeps): (tenantId: TenantId) => Promise<McpHandler> {
  const kept = new Map<TenantId, Kept>()
  const changeSeq = (tenantId: TenantId) => store.tenant(tenantId).skills.lastChangeSeq()

  /** Another process may have written anything: clients that are called for nothing ask for everything again. */
  async function check(tenantId: TenantId, one: Kept): Promise<void> {
    if (one.isChecking) return
    one.isChecking = true
    try {
      const now = await changeSeq(tenantId)
      const isChanged = now !== one.seen
      one.seen = now
      if (!isChanged) return
      one.handler.notify.resourcesChanged()
      one.handler.notify.promptsChanged()
      await prepare(tenantId)
    } catch (error) {
      logger.debug({ err: error }, 'skills over MCP were not prepared after a change')
    } finally {
      one.isChecking = false
    }
  }

  store.watch((notification) => {
    if (notification.kind === 'skills') {
      const one = kept.get(notification.tenantId)
      if (one) void check(notification.tenantId, one)
    } else if (notification.kind === 'anything') {
      for (const [tenantId, one] of kept) void check(tenantId, one)
    }
  })
  return async (tenantId) => {
    const known = kept.get(tenantId)
    if (known) return known.handler
    const seen = await changeSeq(tenantId)
    const { openMcpHandler } = await import('./mcp-handler.ts')
    const handler = openMcpHandler((err) => logger.debug({ err }, 'an MCP request was refused'))
    const there = kept.get(tenantId)
    if (there) return there.handler
    kept.set(tenantId, { handler, seen, isChecking: false })
    prepare(tenantId).catch((error: unknown) => {
      logger.debug({ err: error }, 'skills over MCP were not prepared')
    })
    return handler
  }
}
