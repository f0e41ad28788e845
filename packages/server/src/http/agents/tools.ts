import { type AgentId, isProblemError, type ToolGrantId, type UserId } from '@repertoire/core/base'
import {
  type ConnectorTool,
  type GrantWithAuthor,
  isAuthorAuthorized,
  type ToolGrant,
  tierOfAnnotations,
} from '@repertoire/core/domain'
import {
  createGrant,
  listGrants,
  proxyTools,
  qualifiedName,
  revokeGrant,
  type Toolset,
  type ToolTierStatus,
  tiersOfTools,
  toolTierStatus,
} from '@repertoire/core/use'
import { type ToolGrantBody, type ToolStandingBody, toolRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'

/** The approval tier of each tool, and stored grants. */
export function bindTools(bind: BindRoute, app: Application): void {
  bind(toolRoutes.list, async ({ caller, request }) => {
    const { store } = catalogOf(app, caller)
    const { settings } = await store.settings.get()
    const { tools, unavailable } = await connectorTools(app, caller, request.signal)
    const { items: authored } = await store.authored.list({ kind: 'tool' }, { limit: 200 })
    const rows = [
      ...builtInTools(app.toolsets),
      ...tools,
      ...[...new Map(authored.map((one) => [one.name, one])).values()].map(({ name, head }) => {
        return row(name, { description: head.description, source: 'agent', ownTier: 'READ_ONLY' })
      }),
    ]
    const items = rows.map(({ description, source, ...tool }) => {
      const { name, tier, ownTier: own_tier, from } = toolTierStatus(settings, tool)
      return { name, description, source, tier, own_tier, from }
    })
    return { body: { items, unavailable } }
  })

  bind(toolRoutes.grants, async ({ query, caller }) => {
    const page = await listGrants(catalogOf(app, caller), caller.principal, query)
    return { body: { items: page.items.map(toGrantBody), next_cursor: page.nextCursor } }
  })

  bind(toolRoutes.createGrant, async (call) => {
    const { caller, body, request } = call
    const deps = {
      ...catalogOf(app, caller),
      ...{
        connectors: app.connectors,
        builtInTools: tiersOfTools(app.toolsets),
        signal: request.signal,
      },
    }
    const grant = await createGrant(deps, actorOf(call), {
      tool: body.tool,
      constraints: body.constraints as ToolGrant['constraints'],
      maxUses: body.max_uses,
      expiresAt: Date.parse(body.expires_at),
      agentId: body.agent_id as AgentId | null,
      userId: (body.user_id ?? caller.principal.userId) as UserId,
    })
    return { body: toGrantBody(grant) }
  })

  bind(toolRoutes.revokeGrant, async (call) => {
    const deps = catalogOf(app, call.caller)
    return {
      body: toGrantBody(await revokeGrant(deps, actorOf(call), call.params.id as ToolGrantId)),
    }
  })
}

type Row = Pick<ToolTierStatus, 'name' | 'ownTier'> &
  Pick<ToolStandingBody, 'description' | 'source'>

function row(name: string, facts: Omit<Row, 'name'>): Row {
  return { name, ...facts }
}

function builtInTools(toolsets: readonly Toolset[]): Row[] {
  const byName = new Map(
    toolsets.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool] as const),
  )
  return [...byName.values()]
    .filter(({ name }) => !proxyTools.has(name))
    .map(({ name, description, tier }) =>
      row(name, { description, source: 'built-in', ownTier: tier }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A connector that does not answer does not hide the tools of the others. */
async function connectorTools(app: Application, { principal }: Caller, signal: AbortSignal) {
  const connectors = await app.connectors.list(principal)
  const unavailable: string[] = []
  const lists = await Promise.all(
    connectors.map(async (one) => {
      const { name: connector, trustsAnnotations = false } = one
      try {
        const tools = await app.connectors.tools(principal, connector, signal)
        const rows = tools.map((tool: ConnectorTool) =>
          row(qualifiedName(connector, tool.name), {
            description: tool.description,
            source: 'connector',
            ownTier: tierOfAnnotations(tool.annotations, { trusted: trustsAnnotations }),
          }),
        )
        return [allOf(one), ...rows]
      } catch (error) {
        if (!isProblemError(error)) throw error
        unavailable.push(connector)
        return []
      }
    }),
  )
  return { tools: lists.flat(), unavailable: unavailable.sort() }
}

type ConnectorFacts = Awaited<ReturnType<Application['connectors']['list']>>[number]

/** One row for all tools of a connector, future ones included. */
function allOf({ name: connector, trustsAnnotations = false }: ConnectorFacts): Row {
  return row(qualifiedName(connector, '*'), {
    description: `All tools of ${connector} that have no rule of their own.`,
    source: 'connector',
    ownTier: trustsAnnotations ? null : tierOfAnnotations(undefined, { trusted: false }),
  })
}

function toGrantBody(grant: GrantWithAuthor): ToolGrantBody {
  return {
    id: grant.id,
    tool: grant.tool,
    identity: grant.identity,
    constraints: JSON.parse(JSON.stringify(grant.constraints)) as ToolGrantBody['constraints'],
    max_uses: grant.maxUses,
    uses: grant.uses,
    expires_at: wireTime(grant.expiresAt),
    agent_id: grant.agentId,
    user_id: grant.userId,
    created_by: grant.createdBy,
    created_at: wireTime(grant.createdAt),
    revoked_at: wireTimeOrNull(grant.revokedAt),
    revoked_by: grant.revokedBy,
    lapsed: !isAuthorAuthorized(grant),
  }
}
